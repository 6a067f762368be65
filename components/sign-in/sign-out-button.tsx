"use client";
import { useState } from "react";
import { signOut } from "@/components/sign-in/account";
import { Button } from "@/components/ui/button";

export function SignOutButton() {
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      size="lg"
      className="w-full"
      loading={leaving}
      onClick={() => {
        setLeaving(true);
        signOut().catch(() => setLeaving(false));
      }}
    >
      Sign out
    </Button>
  );
}
