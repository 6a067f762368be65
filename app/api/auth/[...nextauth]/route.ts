import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/next-auth";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

function handler(request: Request, context: RouteContext): Promise<Response> {
  return NextAuth(authOptions(request.headers))(request, context);
}

export { handler as GET, handler as POST };
