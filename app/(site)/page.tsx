import { ProductPage } from "@/components/site/product-page";
import { env } from "@/lib/env";

export default function Page() {
  return <ProductPage baseUrl={env().BASE_URL} />;
}
