/** Messages that appear in more than one place: in pages, API replies and tests. */
export const messages = {
  wrongCode: "The code is wrong or was already used. Wait for the next code in your app.",
  wrongPassword: "This isn't your current password.",
  wrongSignIn: "The email or password is wrong.",
  noPermission: "Choose at least one permission.",
  noCameraName: "Enter a name for the camera.",
  alreadyMember: "A member already has this email. Change their role instead.",
} as const;
