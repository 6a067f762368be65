import { toast } from "@/components/ui/toast";
import { signOut } from "./sign-in";

/**
 * Signs out, or shows an error if that fails.
 * @param next the page of this site to open.
 * @returns whether the browser is navigating to `next`.
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
