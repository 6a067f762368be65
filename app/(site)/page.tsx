import { ProductPage } from "@/components/site/product-page";
import { env } from "@/lib/env";

export default function Page() {
  const { BASE_URL, SIGN_UP } = env();
  return <ProductPage baseUrl={BASE_URL} canSignUp={SIGN_UP === "open"} />;
}
