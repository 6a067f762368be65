import type { Role } from "@/lib/values";

/** Who reads the docs: everything that the pages adapt to. */
export interface DocsReader {
  baseUrl: string;
  signedIn: boolean;
  organizations: readonly { slug: string; name: string; role: Role }[];
  /** The newest working key of an organization whose admin reads, as lists show it. */
  key: { label: string; name: string; organization: string; href: string } | null;
}
