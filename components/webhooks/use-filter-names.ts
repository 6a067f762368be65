import { useQuery } from "@tanstack/react-query";
import { formatName } from "@/components/alerts/labels";
import { namedCamerasOptions } from "@/components/cameras/queries";
import { siteListOptions } from "./queries";
import type { WebhookFilter } from "./webhook-form";

/** Returns the organization's sites, and a function that names a value of a webhook's filter. */
export function useFilterNames(organization: string, { camera_id: cameraIds = [] }: WebhookFilter) {
  const sites = useQuery(siteListOptions(organization)).data?.data ?? [];
  const cameras = useQuery(namedCamerasOptions(organization, cameraIds)).data ?? [];
  const names = new Map([...sites, ...cameras].map(({ id, name }) => [id, name]));
  return {
    sites,
    /** Returns undefined while the name of a site or camera isn't loaded. */
    nameOf: (filter: keyof WebhookFilter, value: string) =>
      filter === "site_id" || filter === "camera_id"
        ? names.get(value)
        : filter === "severity" || filter === "status" || filter === "use_case"
          ? formatName(value)
          : value,
  };
}
