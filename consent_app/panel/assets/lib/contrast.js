/** Contrast of two colours, as WCAG 2.2 defines it (success criterion 1.4.3). */

/** @param {string} colour `#rrggbb` */
function luminance(colour) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Return the contrast of two colours, 1 to 21.
 * @param {string} foreground
 * @param {string} background
 */
export function contrast(foreground, background) {
  const [light = 0, dark = 0] = [luminance(foreground), luminance(background)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
