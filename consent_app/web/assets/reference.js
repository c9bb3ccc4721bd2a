// The reference page: the document in Swagger UI, which asks this server alone.

// An example of what may be left out is to be read, not sent: filled in, every filter at once would
// find nothing.
const shown = (source) => {
  const spec = structuredClone(source);
  const holders = Object.values(spec.paths ?? {}).flatMap((item) => [item, ...Object.values(item)]);
  const parameters = [
    ...Object.values(spec.components?.parameters ?? {}),
    ...holders.flatMap((holder) => holder?.parameters ?? []),
  ];
  for (const parameter of parameters) {
    if (!parameter.required && "example" in parameter) {
      parameter.description += ` Example: \`${parameter.example}\``;
      delete parameter.example;
    }
  }
  return spec;
};

const Examples = () => ({
  statePlugins: {
    spec: { wrapActions: { updateJsonSpec: (update) => (source) => update(shown(source)) } },
  },
});

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
    plugins: [Examples],
    queryConfigEnabled: false,
    syntaxHighlight: { activated: true, theme: "agate" },
    tryItOutEnabled: true,
    validatorUrl: null,
  });
});
