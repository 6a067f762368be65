"use client";
import { Fault } from "@/components/shell/fault";

type ErrorPageProps = { error: unknown; retry: () => void };

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return <Fault error={error} retry={retry} />;
}
