"use client";
import { useEffect, useLayoutEffect } from "react";

/** The hook `useLayoutEffect`, without React's warning during server rendering. */
export const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
