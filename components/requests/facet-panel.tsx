"use client";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from "react";
import { FacetChoices } from "@/components/alerts/facet-choices";
import { classLabels, type Facet, rangeLabels } from "@/components/requests/facets";
import { useFilter } from "@/components/requests/filter-context";
import { maskedKey } from "@/components/settings/key-words";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { requestMethods } from "@/lib/db/values";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import { keyListQuery } from "@/lib/keys/queries";
import { UNKNOWN_ROUTE } from "@/lib/limits";
import { appListQuery } from "@/lib/oauth/queries";
import {
  ADDRESS,
  CREDENTIAL_ID,
  DEFAULT_RANGE,
  type RequestFilter,
  type RequestRange,
  STATUS,
} from "@/lib/requests/queries";

const panels: Record<Facet["label"], ComponentType> = {
  Time: TimeChoices,
  Status: StatusChoices,
  Route: RouteChoices,
  Method: MethodChoices,
  Credential: CredentialChoices,
  Error: CodeChoices,
  "IP address": AddressForm,
};

/** What can be chosen in one facet. */
export function FacetPanel({ label }: { label: Facet["label"] }) {
  const frame = useRef<HTMLDivElement>(null);
  // The popover opened before this code was here, so the focus goes in only now.
  useEffect(() => frame.current?.querySelector("input")?.focus(), []);
  const Choices = panels[label];
  return (
    <div ref={frame}>
      <Choices />
    </div>
  );
}

const codes = Object.keys(errorCodes) as ErrorCode[];
const knownStatuses = [...new Set(Object.values(errorCodes).map(({ status }) => status))].sort((a, b) => a - b);

function StatusChoices() {
  const { filter, setFilter } = useFilter();
  const selected = filter.status ?? [];
  const values = [...new Set([...Object.keys(classLabels), ...selected, ...knownStatuses.map(String)])];
  return (
    <FacetChoices
      legend="Status"
      searchLabel="Find or type a status"
      choices={values.map((value) => ({ value, text: classLabels[value] ? `${value} ${classLabels[value]}` : value }))}
      selected={selected}
      onChange={(status) => setFilter({ ...filter, status })}
      empty={(search) =>
        STATUS.test(search) ? (
          <Button size="sm" onClick={() => setFilter({ ...filter, status: [...selected, search] })}>
            Filter by {search}
          </Button>
        ) : (
          "A status is a number such as 422."
        )
      }
    />
  );
}

function RouteChoices() {
  const { filter, setFilter, operations } = useFilter();
  const selected = filter.route ?? [];
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
      onChange={(route) => setFilter({ ...filter, route })}
    />
  );
}

function MethodChoices() {
  const { filter, setFilter } = useFilter();
  return (
    <FacetChoices
      legend="Method"
      choices={requestMethods.map((value) => ({ value, text: value }))}
      selected={filter.method ?? []}
      onChange={(chosen) => setFilter({ ...filter, method: requestMethods.filter((one) => chosen.includes(one)) })}
    />
  );
}

function CredentialChoices() {
  const { organization, filter, setFilter } = useFilter();
  const keys = useQuery(keyListQuery(organization));
  const selected = filter.credential ?? [];
  const apps = useQuery(appListQuery(organization));
  const known = [
    ...(keys.data?.data ?? []).map((key) => ({ id: key.id, name: key.name, mark: maskedKey(key) })),
    ...(apps.data?.data ?? []).map(({ id, name }) => ({ id, name, mark: "OAuth app" })),
  ];
  const others = selected.filter((id) => !known.some((one) => one.id === id));
  const choose = (credential: string[]) => setFilter({ ...filter, credential });
  return (
    <FacetChoices
      legend="Credential"
      searchLabel="Find a key or app, or paste an id"
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
      empty={(search) =>
        CREDENTIAL_ID.test(search) ? (
          <Button size="sm" onClick={() => choose([...selected, search])}>
            Filter by this id
          </Button>
        ) : (
          "No key and no app has this name."
        )
      }
    />
  );
}

function CodeChoices() {
  const { filter, setFilter } = useFilter();
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
      selected={filter.code ?? []}
      onChange={(chosen) => setFilter({ ...filter, code: codes.filter((code) => chosen.includes(code)) })}
    />
  );
}

function AddressForm() {
  const { filter, setFilter } = useFilter();
  const [ip, setIp] = useState(filter.ip ?? "");
  const [error, setError] = useState<string>();
  function apply(event: FormEvent) {
    event.preventDefault();
    const address = ip.trim();
    if (address !== "" && !ADDRESS.test(address)) return setError("An address looks like 203.0.113.7 or 2001:db8::1.");
    setError(undefined);
    setFilter({ ...filter, ip: address || undefined });
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

/** Ranges that move with the clock, or two moments in the viewer's own zone. */
function TimeChoices() {
  const { filter, setFilter } = useFilter();
  const [isCustom, setCustom] = useState(Boolean(filter.from ?? filter.to));
  const [from, setFrom] = useState(() => toLocalInput(filter.from));
  const [until, setUntil] = useState(() => toLocalInput(filter.to));
  const [error, setError] = useState<string>();
  const others: RequestFilter = { ...filter, range: undefined, from: undefined, to: undefined };

  function choose(value: string) {
    setCustom(value === "custom");
    if (value !== "custom") setFilter({ ...others, range: value as RequestRange });
  }
  function apply(event: FormEvent) {
    event.preventDefault();
    if (from && until && from >= until) return setError("The end must lie after the start.");
    setError(undefined);
    setFilter({
      ...others,
      ...(from && { from: new Date(from).toISOString() }),
      ...(until && { to: new Date(until).toISOString() }),
    });
  }
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        legend="Time"
        hideLegend
        name="time"
        value={isCustom ? "custom" : (filter.range ?? DEFAULT_RANGE)}
        onValueChange={choose}
        options={[
          ...Object.entries(rangeLabels).map(([value, label]) => ({ value, label })),
          { value: "custom", label: "Between two moments" },
        ]}
      />
      {isCustom ? (
        <form onSubmit={apply} className="flex flex-col gap-2 border-t border-border pt-3">
          <Field label="From">
            <Input type="datetime-local" step={1} value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field label="Until" error={error} hint={`In your zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}>
            <Input type="datetime-local" step={1} value={until} onChange={(event) => setUntil(event.target.value)} />
          </Field>
          <Button type="submit" variant="primary" size="sm">
            Apply
          </Button>
        </form>
      ) : null}
    </div>
  );
}

/** `datetime-local` speaks local time without a zone. */
function toLocalInput(value: string | undefined): string {
  if (!value) return "";
  const time = new Date(value);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
