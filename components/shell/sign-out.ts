import { toast } from "@/components/ui/toast";
import { signOut } from "./sign-in";

/**
 * Signs out, and says so when that did not work.
 * @param next a page of this site.
 * @returns whether the browser is on its way there.
 */
export async function signOutOrNotify(next?: string): Promise<boolean> {
  try {
    await signOut(next);
    return true;
  } catch {
    toast.error("You are still signed in", { description: "The server didn't respond. Try again." });
    return false;
  }
}
