import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperationPage } from "@/components/docs/operation-page";
import { referenceOrder } from "@/lib/api/catalog";
import { currentDocsReader } from "../../reader";

type Props = { params: Promise<{ operation: string }> };

async function findOperation({ params }: Props) {
  const { operation: id } = await params;
  return referenceOrder.find((operation) => operation.id === id) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { summary, method, path } = await findOperation(props);
  return { title: summary, description: `${method} ${path}` };
}

export default async function OperationReferencePage(props: Props) {
  return <OperationPage operation={await findOperation(props)} reader={await currentDocsReader()} />;
}
