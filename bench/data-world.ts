import type postgres from "postgres";
import { hashKey, keyLabel, mintKey } from "@/lib/auth/key";
import { encodeId } from "@/lib/db/ids";
import { scopes } from "@/lib/values";

/** Example values, by the share of organization 0's alerts that have them. `frequent` is 60 % by default. */
export interface Named {
  frequent: string;
  /** Occurs in one of a hundred alerts. */
  medium: string;
  /** Occurs in about 20 alerts, spread over the whole year. */
  rare: string;
  none: string;
}

export const useCases = {
  names: ["intrusion", "loitering", "line_crossing", "vehicle", "crowd", "ppe_missing", "tailgating", "fire"],
  shares: [600, 120, 100, 80, 50, 40, 10],
  named: { frequent: "intrusion", medium: "tailgating", rare: "fire", none: "flood" },
} as const;
export const severityShares = { medium: 600, low: 200, high: 150, info: 40, critical: 10 } as const;
export const statusShares = { resolved: 600, dismissed: 340, open: 50, acknowledged: 10 } as const;
export const tagData = {
  sets: ["{}", "{night}", "{night,perimeter}", "{perimeter}", "{night,vip}", "{night,drill}"],
  shares: [250, 450, 140, 150, 10],
  named: { frequent: "night", medium: "vip", rare: "drill", none: "nobodys" },
} as const;
/** Words in alert titles, with their shares per thousand. One alert in five has no title. */
export const titleWords = {
  subjects: ["Person", "Vehicle", "Forklift", "", "Zeppelin"],
  shares: [600, 190, 10, 200],
  named: { frequent: "person", medium: "forklift", rare: "zeppelin", none: "nautilus" },
} as const;

/**
 * The first four cameras, sites and users are the frequent, medium, rare and unused ones. The others share the
 * remaining alerts.
 */
export const FIRST_SHARED = 4;
const CAMERAS = { first: 200, other: 10 };
const SITES = { first: 20, other: 2 };
const MEMBERS = { first: 12, other: 3 };

export interface World {
  id: string;
  keyId: string;
  cameras: string[];
  members: string[];
}

export interface Worlds {
  worlds: World[];
  /** The API key of organization 0, with all scopes. */
  apiKey: string;
  /**
   * Public IDs by frequency. The site `sites.rare` contains only the camera `cameras.rare`, and likewise for the
   * other frequencies. 30 % of alerts are assigned to `users.frequent`.
   */
  cameras: Named;
  sites: Named;
  users: Named;
}

const named = (kind: "camera" | "site" | "user", ids: readonly string[]): Named => {
  const [frequent = "", medium = "", rare = "", none = ""] = ids.map((id) => encodeId(kind, id));
  return { frequent, medium, rare, none };
};

/**
 * Inserts organizations with sites, cameras and members, and creates an API key for organization 0. `newId` must
 * create UUIDv7s.
 */
export async function createWorlds(sql: postgres.Sql, organizations: number, newId: () => string): Promise<Worlds> {
  const ids = (n: number) => Array.from({ length: n }, newId);
  const worlds: World[] = [];
  const rows = {
    organizations: [] as object[],
    sites: [] as object[],
    cameras: [] as object[],
    users: [] as object[],
    memberships: [] as object[],
  };
  let firstSites: string[] = [];
  for (let n = 0; n < organizations; n += 1) {
    const size = n === 0 ? "first" : "other";
    const [id = "", keyId = ""] = ids(2);
    const [sites, cameras, members] = [ids(SITES[size]), ids(CAMERAS[size]), ids(MEMBERS[size])];
    if (n === 0) firstSites = sites;
    worlds.push({ id, keyId, cameras, members });
    rows.organizations.push({ id, slug: `bench-${n}`, name: `Organization ${n}`, api_access: true });
    for (const [i, site] of sites.entries()) rows.sites.push({ organization_id: id, id: site, name: `Site ${i}` });
    for (const [i, camera] of cameras.entries()) {
      const place = i < FIRST_SHARED || sites.length <= FIRST_SHARED ? i : FIRST_SHARED + i;
      const shared = sites.length <= FIRST_SHARED ? sites : sites.slice(FIRST_SHARED);
      const site_id = n === 0 && i < FIRST_SHARED - 1 ? sites[i] : shared[place % shared.length];
      const external_id = `cam-${String(i).padStart(4, "0")}`;
      rows.cameras.push({
        organization_id: id,
        id: camera,
        name: `Camera ${i}`,
        external_id,
        site_id: site_id ?? null,
      });
    }
    for (const [i, member] of members.entries()) {
      rows.users.push({ id: member, email: `person-${n}-${i}@example.test`, name: `Person ${i}`, password_hash: "!" });
      rows.memberships.push({ organization_id: id, user_id: member, role: i === 0 ? "admin" : "support" });
    }
  }
  for (const [table, list] of Object.entries(rows)) {
    const text = JSON.stringify(list);
    const columns = Object.keys(list[0] ?? {}).join(", ");
    await sql.unsafe(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::text::json)`,
      [text],
    );
  }
  const [first] = worlds;
  const apiKey = mintKey();
  const { start, lastFour } = keyLabel(apiKey);
  await sql`insert into api_keys (organization_id, id, name, hash, start, last_four, scopes, created_by_name)
    values (${first?.id ?? ""}, ${first?.keyId ?? ""}, 'Bench key', ${Buffer.from(hashKey(apiKey), "hex")}, ${start},
      ${lastFour}, ${[...scopes]}, 'Bench')`;
  return {
    worlds,
    apiKey,
    cameras: named("camera", first?.cameras ?? []),
    sites: named("site", firstSites),
    users: named("user", first?.members ?? []),
  };
}
