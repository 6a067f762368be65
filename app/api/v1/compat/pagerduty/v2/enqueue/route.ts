import { route } from "@/lib/http/route";
import { enqueuePagerDutyEvent } from "@/lib/pagerduty/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(enqueuePagerDutyEvent);
