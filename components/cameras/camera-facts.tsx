import { camerasHref } from "@/components/cameras/camera-search";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Camera } from "@/lib/cameras/schema";

/** Decimal places of coordinates in degrees, for a precision of about one meter. */
const METER_DECIMALS = 5;

type CameraFactsProps = { organization: string; camera: Camera; siteName: string | undefined };

/** Shows the camera's details. Missing values are omitted. */
export function CameraFacts({ organization, camera, siteName }: CameraFactsProps) {
  const place = [camera.latitude, camera.longitude]
    .filter((degrees) => degrees !== null)
    .map((degrees) => degrees.toFixed(METER_DECIMALS))
    .join(", ");
  return (
    <Card>
      <CardHeader title="Details" />
      <CardBody>
        <dl className="grid gap-3">
          <Fact label="ID" copy={camera.id} mono />
          <Fact label="External id" copy={camera.external_id} mono />
          <Fact label="Site">
            {camera.site_id ? (
              <Link
                href={camerasHref(organization, { site_id: [camera.site_id] })}
                className="text-link underline-offset-4 hover:underline"
              >
                {siteName ?? camera.site_id}
              </Link>
            ) : null}
          </Fact>
          <Fact label="Stream" copy={camera.stream_url} mono />
          <Fact label="Manufacturer and model">
            {[camera.manufacturer, camera.model].filter(Boolean).join(" ") || null}
          </Fact>
          <Fact label="MAC address" mono>
            {camera.mac_address}
          </Fact>
          <Fact label="IP address" mono>
            {camera.ip_address}
          </Fact>
          <Fact label="Time zone">{camera.timezone}</Fact>
          <Fact label="Position">{place || null}</Fact>
          <Fact label="Tags">
            {camera.tags.length > 0 ? (
              <span className="flex flex-wrap gap-1">
                {camera.tags.map((tag) => (
                  <Link key={tag} href={camerasHref(organization, { tag: [tag] })} className="max-w-full rounded-sm">
                    <Badge className="hover:text-foreground">
                      <span dir="auto" className="truncate">
                        {tag}
                      </span>
                    </Badge>
                  </Link>
                ))}
              </span>
            ) : null}
          </Fact>
          <Fact label="Use cases">{camera.use_cases.length > 0 ? camera.use_cases.join(", ") : null}</Fact>
          <Fact label="Onboarded">
            <RelativeTime value={camera.created_at} mode="absolute" />
          </Fact>
        </dl>
      </CardBody>
    </Card>
  );
}
