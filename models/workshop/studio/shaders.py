"""The light, in GLSL: one lamp point and one sky direction a pass; the average of many passes is soft and round."""

SOLID_VERTEX = """
#version 330
uniform mat4 to_clip;
uniform mat4 to_world;
uniform mat3 turn;
in vec3 position;
in vec3 normal;
out vec3 place;
out vec3 facing;
void main() {
    vec4 world = to_world * vec4(position, 1.0);
    place = world.xyz;
    facing = turn * normal;
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

SOLID_FRAGMENT = """
#version 330
in vec3 place;
in vec3 facing;
out vec4 color;
uniform vec3 eye;
uniform vec3 lamp;          // this pass's point on the lamp
uniform float lamp_reach;   // its distance from the middle of the table
uniform vec3 lamp_color;
uniform vec3 sky_way;       // this pass's direction to the sky
uniform vec3 sky_color;
uniform vec3 bounce;        // light that the table throws back up
uniform mat4 lamp_clip;
uniform mat4 sky_clip;
uniform sampler2DShadow lamp_shadow;
uniform sampler2DShadow sky_shadow;
uniform sampler2D tile;
uniform bool tiled;
uniform mat2 tile_turn;
uniform vec3 paint;
uniform float rough;
uniform float shine;        // 1 for plastic, less for cloth

float lit(sampler2DShadow map, mat4 clip, vec3 normal, float spread) {
    vec4 seen = clip * vec4(place + normal * 0.03, 1.0);
    vec3 spot = seen.xyz / seen.w * 0.5 + 0.5;
    if (any(lessThan(spot, vec3(0.0))) || any(greaterThan(spot, vec3(1.0)))) return 1.0;
    spot.z -= 0.0008;
    float total = 0.0;
    for (int i = 0; i < 4; i++) {
        vec2 step = (vec2(i & 1, i >> 1) - 0.5) * spread;
        total += texture(map, vec3(spot.xy + step, spot.z));
    }
    return total / 4.0;
}

void main() {
    vec3 n = normalize(facing);
    vec3 to_eye = normalize(eye - place);
    vec3 to_lamp = lamp - place;
    float far = length(to_lamp);
    to_lamp /= far;
    vec3 base = tiled ? pow(texture(tile, tile_turn * place.xy).rgb, vec3(2.2)) : paint;

    float lamp_angle = max(dot(n, to_lamp), 0.0);
    vec3 from_lamp = lamp_color * pow(lamp_reach / far, 2.0);
    float open = lamp_angle > 0.0 ? lit(lamp_shadow, lamp_clip, n, 0.0015) : 0.0;

    // GGX with Schlick's Fresnel and a cheap visibility term.
    vec3 halfway = normalize(to_lamp + to_eye);
    float nh = clamp(dot(n, halfway), 0.0, 1.0);
    float nv = max(dot(n, to_eye), 0.001);
    float a = max(rough * rough, 0.01);
    float d = a * a / (3.1416 * pow(nh * nh * (a * a - 1.0) + 1.0, 2.0));
    float f = 0.04 + 0.96 * pow(1.0 - clamp(dot(halfway, to_eye), 0.0, 1.0), 5.0);
    float k = a * 0.5;
    float visible = 0.25 / ((lamp_angle * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    vec3 result = from_lamp * lamp_angle * open * (base + shine * d * f * visible);

    // The sky pass is drawn with a cosine about the upright: weigh it for this surface's own tilt.
    float sky_angle = max(dot(n, sky_way), 0.0);
    float sky_open = lit(sky_shadow, sky_clip, n, 0.006);
    result += sky_color * base * sky_open * sky_angle / max(sky_way.z, 0.2);

    vec3 mirror = reflect(-to_eye, n);
    float sheen = 0.04 + 0.5 * pow(1.0 - min(nv, 1.0), 5.0);
    result += shine * sheen * (1.0 - 0.6 * rough) * sky_color * sky_open * smoothstep(-0.2, 0.9, mirror.z) * 1.4;
    result += base * bounce * 0.5 * (1.0 - n.z) * exp(-max(place.z, 0.0) * 0.5);
    color = vec4(result, 1.0);
}
"""
