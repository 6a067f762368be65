import type { Role } from "@/lib/values";

export const DEMO_SLUG = "demo";
export const DEMO_NAME = "Meridian Logistics";

export interface DemoPerson {
  role: Role;
  name: string;
  email: string;
}

/** The people of the demo organization, one per role. */
export const demoPeople = {
  admin: { role: "admin", name: "Ingrid Vermeer", email: "admin@demo.example" },
  support: { role: "support", name: "Marcus Okafor", email: "support@demo.example" },
  viewer: { role: "viewer", name: "Leila Haddad", email: "viewer@demo.example" },
} as const satisfies Record<Role, DemoPerson>;

/** The demo organization's secrets, which are printed at startup. */
export interface DemoCredentials {
  adminPassword: string;
  supportPassword: string;
  viewerPassword: string;
  apiKey: string;
}
