import { type Role, roles } from "@/lib/values";

export const roleLabels: Record<Role, string> = { admin: "Admin", support: "Support", viewer: "Viewer" };

const roleWords: Record<Role, string> = {
  admin: "Changes everything: people, keys and settings.",
  support: "Works on alerts, and sees cameras and analytics.",
  viewer: "Reads alerts, cameras and analytics.",
};

export const roleOptions = roles.map((value) => ({
  value,
  label: roleLabels[value],
  description: roleWords[value],
}));
