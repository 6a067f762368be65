import {
  BellRing,
  Blocks,
  BookOpen,
  Cctv,
  History,
  House,
  KeyRound,
  type LucideIcon,
  Mail,
  ScrollText,
  Settings,
  Users,
  Webhook,
} from "lucide-react";
import type { Role } from "@/lib/values";

export type NavItem = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** The shortcut that opens the page from anywhere in the portal: keys pressed one after the other. */
  keys?: string;
  /** True if the entry is current only on this exact path, not on the paths below it. */
  exact?: boolean;
};

export type NavSection = { title?: string; items: NavItem[] };

type Entry = Omit<NavItem, "href"> & { path: string; outside?: boolean; roles?: readonly Role[] };

const entries: { title?: string; items: Entry[] }[] = [
  {
    items: [
      { label: "Home", path: "", icon: House, keys: "g h", exact: true },
      { label: "Alerts", path: "/alerts", icon: BellRing, keys: "g a" },
      { label: "Cameras", path: "/cameras", icon: Cctv, keys: "g c" },
      { label: "Docs", path: "/docs", outside: true, icon: BookOpen, keys: "g d" },
    ],
  },
  {
    title: "Settings",
    items: [
      { label: "General", path: "/settings/general", icon: Settings, keys: "g s" },
      { label: "Members", path: "/settings/members", icon: Users, keys: "g m" },
      { label: "API keys", path: "/settings/api-keys", icon: KeyRound, keys: "g k", roles: ["admin"] },
      { label: "OAuth apps", path: "/settings/oauth-apps", icon: Blocks, keys: "g o", roles: ["admin"] },
      { label: "Webhooks", path: "/settings/webhooks", icon: Webhook, keys: "g w", roles: ["admin"] },
      { label: "Request log", path: "/settings/requests", icon: ScrollText, keys: "g r", roles: ["admin"] },
      { label: "Audit log", path: "/settings/audit-log", icon: History, keys: "g u", roles: ["admin"] },
      { label: "Email", path: "/settings/email", icon: Mail, keys: "g i", roles: ["admin"] },
    ],
  },
];

/** Returns the portal pages that `role` can open, for the sidebar, the command palette and the shortcuts. */
export function navigationFor(slug: string, role: Role): NavSection[] {
  return entries
    .map(({ title, items }) => ({
      title,
      items: items
        .filter((item) => !item.roles || item.roles.includes(role))
        .map(({ path, outside, roles: _, ...item }) => ({ ...item, href: outside ? path : `/${slug}${path}` })),
    }))
    .filter((section) => section.items.length > 0);
}
