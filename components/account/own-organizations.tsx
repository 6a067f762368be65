import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import type { Role } from "@/lib/values";

type OwnOrganizationsProps = { organizations: readonly { slug: string; name: string; role: Role }[] };

const roleLabels: Record<Role, string> = { admin: "Admin", support: "Support", viewer: "Viewer" };

export function OwnOrganizations({ organizations }: OwnOrganizationsProps) {
  return (
    <Card>
      <CardHeader title="Your organizations" />
      {organizations.length > 0 ? (
        <ul className="divide-y divide-border border-t border-border">
          {organizations.map(({ slug, name, role }) => (
            <li key={slug} className="flex items-center gap-3 px-4 py-2.5">
              <Avatar name={name} square />
              <Link
                href={`/${slug}`}
                dir="auto"
                className="min-w-0 flex-1 truncate rounded-sm font-medium underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              <Badge tone={role === "admin" ? "primary" : "neutral"}>{roleLabels[role]}</Badge>
            </li>
          ))}
        </ul>
      ) : (
        <CardBody className="text-muted-foreground">
          You aren't a member of any organization. Ask an admin to invite you.
        </CardBody>
      )}
    </Card>
  );
}
