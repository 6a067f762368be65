/** The kind of place that a camera shows. It determines the camera's use cases. */
export type View = "dock" | "yard" | "gate" | "aisle" | "entrance" | "fence";

/** A problem that a camera has. Cameras without one are online. */
export type Condition = "low_frame_rate" | "error_reported" | "offline" | "offline_for_days" | "pending" | "disabled";

export interface DemoCamera {
  name: string;
  externalId: string;
  view: View;
  condition: Condition | null;
}

export interface DemoSite {
  code: string;
  name: string;
  timezone: string;
  address: string;
  latitude: number;
  longitude: number;
  cameras: readonly DemoCamera[];
}

type CameraLine = readonly [name: string, view: View, condition?: Condition];

function site(code: string, place: Omit<DemoSite, "code" | "cameras">, lines: readonly CameraLine[]): DemoSite {
  const cameras = lines.map(([name, view, condition = null]) => ({
    name,
    externalId: `${code}-${name.toLowerCase().replaceAll(" ", "-")}`,
    view,
    condition,
  }));
  return { code, ...place, cameras };
}

/** The demo organization's sites and cameras. */
export const demoSites: readonly DemoSite[] = [
  site(
    "rtm",
    {
      name: "Rotterdam Gateway",
      timezone: "Europe/Amsterdam",
      address: "Havenkade 14, Rotterdam, Netherlands",
      latitude: 51.9496,
      longitude: 4.1453,
    },
    [
      ["Dock 1 west", "dock"],
      ["Dock 2 west", "dock"],
      ["Dock 3 east", "dock"],
      ["Dock 4 east", "dock"],
      ["Main gate", "gate"],
      ["Container yard north", "yard"],
      ["Container yard south", "yard", "low_frame_rate"],
      ["Quay fence", "fence"],
      ["Aisle 12", "aisle"],
      ["Staff entrance", "entrance"],
    ],
  ),
  site(
    "ham",
    {
      name: "Hamburg Cold Store",
      timezone: "Europe/Berlin",
      address: "Speicherweg 7, Hamburg, Germany",
      latitude: 53.5303,
      longitude: 9.9427,
    },
    [
      ["Cold dock A", "dock"],
      ["Cold dock B", "dock"],
      ["Freezer aisle 3", "aisle"],
      ["Truck gate", "gate"],
      ["Loading yard", "yard"],
      ["Staff entrance", "entrance"],
      ["River fence", "fence", "offline"],
    ],
  ),
  site(
    "ewr",
    {
      name: "Newark Cross-Dock",
      timezone: "America/New_York",
      address: "220 Terminal Road, Newark, NJ, United States",
      latitude: 40.6962,
      longitude: -74.1502,
    },
    [
      ["Dock 5", "dock"],
      ["Dock 6", "dock"],
      ["Dock 7", "dock"],
      ["Truck gate", "gate"],
      ["Trailer yard", "yard"],
      ["Cross-dock floor", "aisle"],
      ["Battery room", "aisle", "error_reported"],
      ["Lobby", "entrance"],
      ["North fence", "fence"],
    ],
  ),
  site(
    "rno",
    {
      name: "Reno Fulfilment",
      timezone: "America/Los_Angeles",
      address: "1800 Sage Valley Drive, Reno, NV, United States",
      latitude: 39.5301,
      longitude: -119.6534,
    },
    [
      ["Receiving dock", "dock"],
      ["Shipping dock", "dock"],
      ["Aisle 4", "aisle"],
      ["Aisle 9", "aisle"],
      ["Packing line", "aisle", "disabled"],
      ["Parking lot", "yard", "offline_for_days"],
      ["South fence", "fence"],
    ],
  ),
  site(
    "sin",
    {
      name: "Singapore Air Hub",
      timezone: "Asia/Singapore",
      address: "31 Cargo Link, Singapore",
      latitude: 1.3781,
      longitude: 103.9941,
    },
    [
      ["Airside dock 1", "dock"],
      ["Airside dock 2", "dock"],
      ["Landside gate", "gate"],
      ["Pallet store", "aisle"],
      ["Sorting floor", "aisle"],
      ["Staff entrance", "entrance"],
      ["Perimeter west", "fence", "pending"],
    ],
  ),
];
