"""The table and things on it in GLSL, with the glow that clear dice throw."""

from collections.abc import Mapping

from croupier.models.workshop.scenes.stage.glsl.light import LIGHT

GLOWS = 6
"""How many clear dice throw a glow."""
PRINTED: Mapping[str, int] = {"on top": 1, "around": 3, "on faces": 4}
"""How prints lie, and what the shader calls it."""

THING_FRAGMENT = (
    LIGHT
    + """
uniform vec3 paint;
uniform float rough;
uniform float metal;
uniform float shine;
uniform int printed;         // 0 paint alone, 1 the print on what looks up, 2 the table, 3 around, 4 on faces
uniform int glows;           // clear dice gather light within their shadows
uniform vec4 glow_at[6];
uniform vec4 glow_color[6];

void main() {
    vec3 n = normalize(facing);
    vec3 base = paint;
    if (printed == 2) {
        base = table(place.xy);
    } else if (printed == 1) {
        vec4 drawn = texture(tile, spot);
        base = mix(base, linear(drawn.rgb), drawn.a * step(0.5, n.z));
    } else if (printed == 4) {
        vec4 drawn = texture(tile, spot);
        base = mix(base, linear(drawn.rgb), drawn.a);
    } else if (printed == 3) {
        vec2 at = abs(n.z) > 0.6 ? place.xy : vec2(place.x + place.y, place.z * 1.4);
        base *= linear(texture(tile, at / 9.0).rgb);
    }
    vec3 result = shaded(n, base, rough, metal, shine, 1.0, 1.0);
    for (int i = 0; i < glows; i++) {
        vec3 way = normalize(lamp - place), off = glow_at[i].xyz - place;
        float aside = length(off - way * dot(off, way)) / glow_at[i].w;
        if (aside < 1.0) {
            float gathered = exp(-aside * aside * 9.0) * smoothstep(0.0, 0.6, 1.0 - aside) * max(n.z, 0.0);
            result += base * lamp_color * sqrt(glow_color[i].rgb) * glow_color[i].a * gathered * way.z * 0.8;
        }
    }
    color = vec4(result, 1.0);
}
"""
)
