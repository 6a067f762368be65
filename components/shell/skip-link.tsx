/** A link to the page's content, as the first Tab stop. The page needs an element with the ID `main`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-70 -translate-y-16 rounded-md bg-primary px-3 py-2 text-sm font-medium text-primary-foreground focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
