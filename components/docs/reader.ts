import type { Role } from "@/lib/values";

/** The reader of the docs, for content that adapts to them. */
export interface DocsReader {
  baseUrl: string;
  signedIn: boolean;
  organizations: readonly { slug: string; name: string; role: Role }[];
  /** The newest working key, masked, of an organization that the reader administers. */
  key: { label: string; name: string; organization: string; href: string } | null;
}
