"use client";
import { useQuery } from "@tanstack/react-query";
import { memberListOptions } from "@/components/members/queries";
import { useAuditList } from "./audit-list-context";

/** Returns the names of actors by ID: the members, and all other actors of the displayed entries. */
export function useActorNames(): ReadonlyMap<string, string> {
  const { organization, entries, search } = useAuditList();
  const members = useQuery(memberListOptions(organization));
  const names = new Map<string, string>();
  if (search.actor) names.set(search.actor, "Someone else");
  for (const { actor } of entries) names.set(actor.id, actor.name);
  for (const { id, name } of members.data?.data ?? []) names.set(id, name);
  return names;
}

/** Returns the names of targets by ID, from the displayed entries. */
export function useTargetNames(): ReadonlyMap<string, string> {
  const { entries, search } = useAuditList();
  const names = new Map<string, string>();
  if (search.target) names.set(search.target, search.target);
  for (const { target } of entries) if (target.name) names.set(target.id, target.name);
  return names;
}
