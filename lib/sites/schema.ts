/** A site as filters and labels show it. */
export interface SiteName {
  id: string;
  name: string;
  /** IANA name. */
  timezone: string;
}
