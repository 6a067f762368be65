import { z } from "zod";
import { operation } from "@/lib/http/operation";

export const getOpenApi = operation({
  id: "getOpenApi",
  method: "GET",
  path: "/openapi.json",
  tag: "Account",
  summary: "This description",
  description: "OpenAPI 3.1, made from the validators that run. Needs no key.",
  access: "public",
  constant: true,
  status: 200,
  response: z.record(z.string(), z.unknown()),
});
