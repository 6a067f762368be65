import type { Role } from "@/lib/values";

/** The reader of the docs. Content adapts to their organizations and key. */
export interface DocsReader {
  baseUrl: string;
  signedIn: boolean;
  organizations: readonly { slug: string; name: string; role: Role }[];
  /** The newest working key of an organization that the reader administers, masked. Null if there is none. */
  key: { label: string; name: string; organization: string; href: string } | null;
}
