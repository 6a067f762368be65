"use client";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { maskedKey } from "@/components/keys/key-labels";
import { keyListOptions } from "@/components/keys/queries";
import { FacetChoices } from "@/components/list/facet-choices";
import { TimeRangeChoices } from "@/components/list/time-range-choices";
import { appListOptions } from "@/components/oauth/queries";
import { requestRangeLabels, statusClassLabels } from "@/components/requests/request-labels";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format-number";
import { Input } from "@/components/ui/input";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import { MAX_FILTERED_MS, UNKNOWN_ROUTE } from "@/lib/limits";
import { requestMethods } from "@/lib/values";
import { useRequestList } from "./request-list-context";
import { ADDRESS, DEFAULT_REQUEST_RANGE, isCredentialId, type RequestRange, STATUS } from "./request-search";

/** The components with the choices of each facet, by facet label. */
export const requestPanels = {
  Time: TimeChoices,
  Status: StatusChoices,
  Route: RouteChoices,
  Method: MethodChoices,
  Credential: CredentialChoices,
  Error: CodeChoices,
  Duration: DurationForm,
  "IP address": AddressForm,
};

const codes = Object.keys(errorCodes) as ErrorCode[];
const knownStatuses = [...new Set(Object.values(errorCodes).map(({ status }) => status))].sort((a, b) => a - b);

function StatusChoices() {
  const { search, patch } = useRequestList();
  const selected = search.status ?? [];
  const values = [...new Set([...Object.keys(statusClassLabels), ...selected, ...knownStatuses.map(String)])];
  return (
    <FacetChoices
      legend="Status"
      searchLabel="Find or type a status"
      choices={values.map((value) => ({
        value,
        text: statusClassLabels[value] ? `${value} ${statusClassLabels[value]}` : value,
      }))}
      selected={selected}
      onChange={(status) => patch({ status })}
      empty={(text) =>
        STATUS.test(text) ? (
          <Button size="sm" onClick={() => patch({ status: [...selected, text] })}>
            Filter by {text}
          </Button>
        ) : (
          "Enter a status code, such as 422."
        )
      }
    />
  );
}

function RouteChoices() {
  const { search, patch, operations } = useRequestList();
  const selected = search.route ?? [];
  const values = [...new Set([...selected, ...operations.map(({ path }) => path), UNKNOWN_ROUTE])];
  return (
    <FacetChoices
      legend="Route"
      choices={values.map((value) => ({
        value,
        text: value,
        label: <span className="font-mono text-xs">{value}</span>,
      }))}
      selected={selected}
      onChange={(route) => patch({ route })}
    />
  );
}

function MethodChoices() {
  const { search, patch } = useRequestList();
  return (
    <FacetChoices
      legend="Method"
      choices={requestMethods.map((value) => ({ value, text: value }))}
      selected={search.method ?? []}
      onChange={(method) => patch({ method })}
    />
  );
}

function CredentialChoices() {
  const { organization, search, patch } = useRequestList();
  const keys = useQuery(keyListOptions(organization));
  const selected = search.credential ?? [];
  const apps = useQuery(appListOptions(organization));
  const known = [
    ...(keys.data?.data ?? []).map((key) => ({ id: key.id, name: key.name, mark: maskedKey(key) })),
    ...(apps.data?.data ?? []).map(({ id, name }) => ({ id, name, mark: "OAuth app" })),
  ];
  const others = selected.filter((id) => !known.some((one) => one.id === id));
  const choose = (credential: string[]) => patch({ credential });
  return (
    <FacetChoices
      legend="Credential"
      searchLabel="Find a key or app, or paste an ID"
      choices={[
        ...others.map((id) => ({ value: id, text: id })),
        ...known.map(({ id, name, mark }) => ({
          value: id,
          text: `${name} ${mark} ${id}`,
          label: (
            <>
              {name} <span className="font-mono text-xs text-muted-foreground">{mark}</span>
            </>
          ),
        })),
      ]}
      selected={selected}
      onChange={choose}
      isLoading={keys.isPending || apps.isPending}
      empty={(text) =>
        isCredentialId(text) ? (
          <Button size="sm" onClick={() => choose([...selected, text])}>
            Filter by this ID
          </Button>
        ) : (
          "No key or app has this name."
        )
      }
    />
  );
}

function CodeChoices() {
  const { search, patch } = useRequestList();
  return (
    <FacetChoices
      legend="Error"
      choices={codes.map((value) => ({
        value,
        text: `${value} ${errorCodes[value].title}`,
        label: (
          <>
            <span className="font-mono text-xs">{value}</span>{" "}
            <span className="text-muted-foreground">{errorCodes[value].status}</span>
          </>
        ),
      }))}
      selected={search.code ?? []}
      onChange={(code) => patch({ code })}
    />
  );
}

function AddressForm() {
  const { search, patch } = useRequestList();
  const [ip, setIp] = useState(search.ip ?? "");
  const [error, setError] = useState<string>();
  // A React key would also reset the fields, but focus would be lost after applying.
  const [applied, setApplied] = useState(search.ip);
  if (applied !== search.ip) {
    setApplied(search.ip);
    setIp(search.ip ?? "");
    setError(undefined);
  }
  function apply(event: FormEvent) {
    event.preventDefault();
    const address = ip.trim();
    if (address !== "" && !ADDRESS.test(address))
      return setError("Enter an IP address, such as 203.0.113.7 or 2001:db8::1.");
    setError(undefined);
    patch({ ip: address || undefined });
  }
  return (
    <form onSubmit={apply} className="flex flex-col gap-2">
      <Field label="IP address" error={error}>
        <Input value={ip} onChange={(event) => setIp(event.target.value)} placeholder="203.0.113.7" maxLength={64} />
      </Field>
      <Button type="submit" variant="primary" size="sm">
        Apply
      </Button>
    </form>
  );
}

function DurationForm() {
  const { search, patch } = useRequestList();
  const form = useRef<HTMLFormElement>(null);
  const [least, setLeast] = useState(String(search.min_ms ?? ""));
  const [most, setMost] = useState(String(search.max_ms ?? ""));
  const [errors, setErrors] = useState<{ least?: string | undefined; most?: string | undefined }>({});
  const [applied, setApplied] = useState(search);
  if (applied.min_ms !== search.min_ms || applied.max_ms !== search.max_ms) {
    setApplied(search);
    setLeast(String(search.min_ms ?? ""));
    setMost(String(search.max_ms ?? ""));
    setErrors({});
  }

  function apply(event: FormEvent) {
    event.preventDefault();
    const [min, max] = [millisecondsOf(least), millisecondsOf(most)];
    const isTurned = typeof min === "number" && typeof max === "number" && min > max;
    const faults = {
      least: min === null ? NO_DURATION : undefined,
      most: isTurned ? "Must not be less than the minimum." : max === null ? NO_DURATION : undefined,
    };
    setErrors(faults);
    if (faults.least || faults.most) form.current?.querySelectorAll("input")[faults.least ? 0 : 1]?.focus();
    else patch({ min_ms: min ?? undefined, max_ms: max ?? undefined });
  }
  return (
    <form ref={form} onSubmit={apply} className="flex flex-col gap-2">
      <Field label="At least (ms)" error={errors.least}>
        <Input value={least} onChange={(event) => setLeast(event.target.value)} inputMode="numeric" placeholder="500" />
      </Field>
      <Field label="At most (ms)" error={errors.most}>
        <Input value={most} onChange={(event) => setMost(event.target.value)} inputMode="numeric" />
      </Field>
      <Button type="submit" variant="primary" size="sm">
        Apply
      </Button>
    </form>
  );
}

const NO_DURATION = `Enter whole milliseconds, up to ${formatCount(MAX_FILTERED_MS)}.`;

/** Parses milliseconds. Returns undefined for an empty field, and null for an invalid duration. */
function millisecondsOf(text: string): number | undefined | null {
  const digits = text.replace(/[\s,_]|ms$/g, "");
  if (digits === "") return undefined;
  return /^\d+$/.test(digits) && Number(digits) <= MAX_FILTERED_MS ? Number(digits) : null;
}

function TimeChoices() {
  const { search, patch } = useRequestList();
  const { range, from, to: until } = search;
  return (
    <TimeRangeChoices
      ranges={requestRangeLabels}
      range={range ?? DEFAULT_REQUEST_RANGE}
      from={from}
      until={until}
      seconds
      onRange={(value) => patch({ range: value as RequestRange, from: undefined, to: undefined })}
      onMoments={(moments) => patch({ range: undefined, from: moments.from, to: moments.until })}
    />
  );
}
