"use client";
import { KeyRound, type LucideIcon, MonitorSmartphone, ShieldCheck, User } from "lucide-react";
import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/link";

const pages: { href: string; label: string; icon: LucideIcon }[] = [
  { href: "/account", label: "Profile", icon: User },
  { href: "/account/password", label: "Password", icon: KeyRound },
  { href: "/account/two-factor", label: "Two-factor", icon: ShieldCheck },
  { href: "/account/sessions", label: "Sessions", icon: MonitorSmartphone },
];

type AccountNavProps = { label: string; onNavigate?: () => void };

export function AccountNav({ label, onNavigate }: AccountNavProps) {
  const pathname = usePathname();
  return (
    <nav aria-label={label}>
      <h2 className="px-2 pb-1 text-xs font-medium text-muted-foreground">Your account</h2>
      <ul className="flex flex-col gap-px">
        {pages.map(({ href, label, icon: Icon }) => (
          <li key={href}>
            <Link
              href={href}
              onClick={onNavigate}
              aria-current={pathname === href ? "page" : undefined}
              className="group flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted-foreground transition-colors duration-75 hover:bg-muted hover:text-foreground aria-[current=page]:bg-muted aria-[current=page]:text-foreground pointer-coarse:h-10"
            >
              <Icon aria-hidden className="size-4 shrink-0 group-aria-[current=page]:text-link" strokeWidth={1.75} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
