"use client";
import { FaultPage } from "@/components/shell/fault-page";

type ErrorPageProps = { error: unknown; retry: () => void };

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return <FaultPage error={error} retry={retry} />;
}
