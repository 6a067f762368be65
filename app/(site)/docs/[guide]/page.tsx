import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { guides } from "@/components/docs/guide-list";
import { GuidePage } from "@/components/docs/guide-page";
import { currentDocsReader } from "../reader";

type Props = { params: Promise<{ guide: string }> };

async function findGuide({ params }: Props) {
  const { guide: slug } = await params;
  return guides.find((guide) => guide.slug === slug) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, lead } = await findGuide(props);
  return { title, description: lead.replaceAll("`", "") };
}

export default async function GuidePageBySlug(props: Props) {
  return <GuidePage guide={await findGuide(props)} reader={await currentDocsReader()} />;
}
