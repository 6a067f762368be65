import { Failure } from "@/lib/errors";

export function lastAdmin(): Failure {
  return new Failure("last_admin", "An organization needs at least one admin. Make another member an admin first.");
}

export function noLongerMember(): Failure {
  return new Failure("forbidden", "You are no longer a member of this organization.");
}

export function noLongerAdmin(): Failure {
  return new Failure("forbidden", "You are no longer an admin of this organization. Ask an admin to do this.");
}
