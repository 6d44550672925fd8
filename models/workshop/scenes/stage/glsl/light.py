"""The light in GLSL, shared by all that is drawn: lamps, sky, shadows, gloss, and the room that gloss mirrors."""

VERTEX = """
#version 330
uniform mat4 to_clip;
uniform mat4 to_world;
uniform mat3 turn;
in vec3 position;
in vec3 normal;
in vec2 uv;
out vec3 place;
out vec3 facing;
out vec3 local;
out vec2 spot;
void main() {
    vec4 world = to_world * vec4(position, 1.0);
    place = world.xyz;
    facing = turn * normal;
    local = position;
    spot = uv;
    gl_Position = to_clip * world;
}
"""

SHADOW_VERTEX = """
#version 330
uniform mat4 to_clip;
uniform mat4 to_world;
in vec3 position;
void main() {
    gl_Position = to_clip * to_world * vec4(position, 1.0);
}
"""

SHADOW_FRAGMENT = """
#version 330
void main() {}
"""

TRUTH_FRAGMENT = """
#version 330
in vec3 place;
in vec3 facing;
in vec3 local;
in vec2 spot;
uniform float number;
out float told;
void main() { told = number; }
"""

LIGHT = """
#version 330
in vec3 place;
in vec3 facing;
in vec3 local;
in vec2 spot;
out vec4 color;
uniform vec3 eye;
uniform vec3 lamp;           // this pass's point on the lamp
uniform float lamp_reach;    // its distance from the middle of the table
uniform vec3 lamp_color;
uniform vec3 sky_way;        // this pass's direction to the sky
uniform vec3 sky_color;
uniform vec3 ground_color;   // what the table throws back up
uniform mat4 lamp_clip;
uniform mat4 sky_clip;
uniform sampler2DShadow lamp_shadow;
uniform sampler2DShadow sky_shadow;
uniform sampler2D tile;
uniform mat2 tile_turn;
uniform vec2 tile_shift;
uniform vec3 tile_tint;
uniform sampler3D noise;
uniform float lamp_spread;   // half the reach of a soft shadow's edge, in parts of the map
uniform float sky_spread;
uniform float lift;          // what the shadow maps span, cm
uniform float seed;
uniform vec3 shade;          // an edge before the lamp: direction, place, period
uniform bool shaded_;
uniform vec4 windows[4];     // direction on the sky (x, y), half size, strength

float dither(float salt) {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy + salt * 5.588238, vec2(0.06711056, 0.00583715))));
}

// Looked up a little above the surface, more where the map is coarse or is looked at far aside.
float lit(sampler2DShadow map, mat4 clip, vec3 normal, float spread) {
    vec4 seen = clip * vec4(place + normal * (0.02 + lift * (0.004 + 1.2 * spread)), 1.0);
    vec3 at = seen.xyz / seen.w * 0.5 + 0.5;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
    at.z -= 0.0008;
    float chance = dither(seed);
    vec2 way = (vec2(chance, fract(chance * 7.31)) * 2.0 - 1.0) * spread;
    return 0.5 * (texture(map, vec3(at.xy + way * 0.9, at.z)) + texture(map, vec3(at.xy - way * 0.45, at.z)));
}

float past_shade() {
    if (!shaded_) return 1.0;
    vec4 seen = lamp_clip * vec4(place, 1.0);
    float off = dot(seen.xy / seen.w, vec2(cos(shade.x), sin(shade.x))) - shade.y;
    if (shade.z > 0.0) off = abs(fract(off / shade.z) - 0.5) * shade.z - shade.z * 0.25;
    return smoothstep(-1.0, 1.0, off / (lamp_spread * 2.0));
}

float fifth(float x) {
    return x * x * x * x * x;
}

vec3 linear(vec3 screen) {
    return screen * (screen * (screen * 0.3053 + 0.6822) + 0.0125);
}

vec3 mirrored(vec3 way, float rough) {
    float upward = smoothstep(-0.25 - rough, 0.15 + rough, way.z);
    vec3 seen = mix(ground_color * 0.7, sky_color * (0.55 + 0.6 * way.z), upward);
    for (int i = 0; i < 4; i++) {
        vec2 off = abs(way.xy / max(way.z, 0.05) - windows[i].xy) / windows[i].z;
        float soft = 0.05 + 1.2 * rough;
        float inside = smoothstep(1.0 + soft, 1.0 - soft, max(off.x, off.y * 0.7)) * step(0.02, way.z);
        seen += sky_color * windows[i].w * inside / (1.0 + 4.0 * rough);
    }
    return seen;
}

// The table's own colour there.
vec3 table(vec2 at) {
    return tile_tint * linear(texture(tile, tile_turn * at + tile_shift).rgb);
}

// `pit` is how open a place is to the lamp, `hole` to the sky.
vec3 shaded(vec3 n, vec3 base, float rough, float metal, float shine, float pit, float hole) {
    vec3 to_eye = normalize(eye - place);
    vec3 to_lamp = lamp - place;
    float far = length(to_lamp);
    to_lamp /= far;
    vec3 round_n = normalize(facing);
    float lamp_angle = max(dot(n, to_lamp), 0.0);
    vec3 from_lamp = lamp_color * (lamp_reach * lamp_reach / (far * far));
    float open = lamp_angle > 0.0 && dot(round_n, to_lamp) > 0.0
        ? pit * past_shade() * lit(lamp_shadow, lamp_clip, round_n, lamp_spread) : 0.0;
    float sky_open = lit(sky_shadow, sky_clip, round_n, sky_spread) * hole;

    vec3 dull = base * (1.0 - metal);
    float sky_angle = max(dot(n, sky_way), 0.0);
    vec3 result = sky_color * dull * sky_open * sky_angle / max(sky_way.z, 0.25);
    if (shine == 0.0) return result + from_lamp * lamp_angle * open * dull;

    vec3 halfway = normalize(to_lamp + to_eye);
    float nh = clamp(dot(n, halfway), 0.0, 1.0);
    float nv = max(dot(n, to_eye), 0.001);
    float a = max(rough * rough, 0.03);
    float narrow = nh * nh * (a * a - 1.0) + 1.0;
    float d = a * a / (3.1416 * narrow * narrow);
    vec3 f0 = mix(vec3(0.04), base, metal);
    vec3 f = f0 + (1.0 - f0) * fifth(1.0 - clamp(dot(halfway, to_eye), 0.0, 1.0));
    float k = a * 0.5;
    float visible = 0.25 / ((lamp_angle * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    result += from_lamp * lamp_angle * open * (dull + shine * min(d * visible, 40.0) * f);

    vec3 gloss = f0 + (1.0 - f0) * fifth(1.0 - min(nv, 1.0)) * (1.0 - rough) * mix(0.55, 1.0, metal);
    float around = mix(sky_open, hole, 0.6) * smoothstep(-0.3, 0.5, place.z * 2.0 + n.z);
    result += shine * gloss * around * mirrored(reflect(-to_eye, n), rough);
    result += dull * ground_color * 0.45 * (1.0 - n.z) * exp(-max(place.z, 0.0) * 0.4) * hole;
    return result;
}
"""
