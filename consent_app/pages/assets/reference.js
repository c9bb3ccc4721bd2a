// The reference page: the document in Swagger UI, which asks this server alone.
window.addEventListener("load", () => {
  window.SwaggerUIBundle({
    url: new URL("../openapi.yaml", window.location.href).href,
    dom_id: "#reference",
    deepLinking: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    persistAuthorization: false,
    queryConfigEnabled: false,
    syntaxHighlight: { activated: true, theme: "agate" },
    tryItOutEnabled: true,
    validatorUrl: null,
  });
});
