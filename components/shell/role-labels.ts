import { type Role, roles } from "@/lib/values";

export const roleLabels: Record<Role, string> = { admin: "Admin", support: "Support", viewer: "Viewer" };

const roleWords: Record<Role, string> = {
  admin: "Manages members, keys and settings.",
  support: "Triages alerts, and views cameras and analytics.",
  viewer: "Views alerts, cameras and analytics.",
};

export const roleOptions = roles.map((value) => ({
  value,
  label: roleLabels[value],
  description: roleWords[value],
}));
