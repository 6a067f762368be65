import { signOut } from "@/components/sign-in/account";
import { toast } from "@/components/ui/toast";

/** Signs out, and says so when that did not work. */
export function leave(): Promise<void> {
  return signOut().catch(() => {
    toast.error("You are still signed in", { description: "The server did not answer. Try again." });
  });
}
