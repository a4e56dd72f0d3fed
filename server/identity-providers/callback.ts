/** Where an identity provider sends people back to: a page of the client, at each address of the portal. */
export const callbackPath = '/users/oidc/callback'
