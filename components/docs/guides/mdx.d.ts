/** The exports of every guide, besides its content. */
declare module "*.mdx" {
  export const title: string;
  export const lead: string;
}
