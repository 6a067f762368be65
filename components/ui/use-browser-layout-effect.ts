"use client";
import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect`, of which React complains on the server, where neither runs. */
export const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
