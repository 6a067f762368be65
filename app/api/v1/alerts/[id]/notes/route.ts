import { route } from "@/lib/http/route";
import { createNote, listNotes } from "@/lib/notes/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listNotes, createNote);
