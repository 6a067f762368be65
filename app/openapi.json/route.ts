export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/api/v1/openapi.json/route";
