import { LogoMark } from "@/components/shell/logo";
import { Link } from "@/components/ui/link";

const links = [
  { href: "/docs", label: "Docs" },
  { href: "/sign-in", label: "Sign in" },
];
const signUpLink = { href: "/sign-up", label: "Create an organization" };

export function SiteFooter({ canSignUp }: { canSignUp: boolean }) {
  return (
    <footer className="border-t border-border">
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 text-muted-foreground sm:flex-row sm:items-center sm:justify-between sm:px-6">
        <p className="flex items-center gap-2.5">
          <LogoMark className="size-5" />
          Sightline, the integration portal for your video analytics
        </p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {(canSignUp ? [...links, signUpLink] : links).map((link) => (
              <li key={link.href}>
                <Link href={link.href} className="inline-block rounded-sm py-1 hover:text-foreground hover:underline">
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
