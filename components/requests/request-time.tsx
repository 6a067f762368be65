"use client";
import { formatAbsolute, formatMoment } from "@/components/ui/format-time";
import { useZone } from "@/components/ui/relative-time";

export function RequestTime({ value }: { value: string }) {
  const timeZone = useZone();
  const time = new Date(value);
  return (
    <time dateTime={value} title={`${formatAbsolute(time, { seconds: true, timeZone })} · ${value}`}>
      {formatMoment(time, { timeZone })}
    </time>
  );
}
