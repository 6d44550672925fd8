"""What a die's body is made of, in GLSL and the die's own coordinates; clear ones let the far faces through."""

from collections.abc import Mapping

GRAINS: Mapping[str, int] = {
    "plain": 0,
    "marble": 1,
    "speckle": 2,
    "glitter": 3,
    "pearl": 4,
    "wood": 5,
    "halves": 6,
    "smoke": 7,
}
"""The body's patterns, and what the shader calls them."""

BODIES = """
uniform mat3 turn;
uniform vec3 body;
uniform vec3 second;
uniform int grain;
uniform float scale;
uniform float rough;
uniform float metal;
uniform float clear;
uniform float dirt;
uniform vec3 luck;           // moves the grain, so that no two dice are cut from the same place
uniform float round_;
uniform vec3 middle;         // the die's, on the table
uniform float edge;
uniform vec3 ground_light;   // all that falls on the table

vec4 cloud(vec3 p) { return texture(noise, p); }

float clouds(vec3 p) {
    float coarse = cloud(p).r * 0.5 + cloud(p * 2.03 + 0.31).g * 0.28;
    return coarse + cloud(p * 4.1 + 0.57).b * 0.14 + cloud(p * 8.3).a * 0.08;
}

vec3 grained(vec3 p, vec3 to_eye, inout vec3 n) {
    vec3 at = (p + luck) * scale * 0.12;
    if (grain == 1) {
        float swirl = clouds(at + 0.25 * cloud(at * 0.7 + 0.4).rgb);
        return mix(body, second, smoothstep(0.42, 0.58, swirl));
    }
    if (grain == 7) {
        return mix(body, second, smoothstep(0.35, 0.65, clouds(at * 0.6 + 0.5 * cloud(at * 0.3).rgb)));
    }
    if (grain == 2 || grain == 3) {
        vec3 cell = (p + luck) * scale * 9.0;
        vec3 mid = floor(cell) + 0.5;
        vec4 dice = texelFetch(noise, ivec3(mod(floor(cell), 32.0)), 0);
        float near = length(cell - mid - (dice.rgb - 0.5) * 0.6) / (0.16 + 0.28 * dice.a);
        float inside = smoothstep(1.0, 0.7, near) * step(0.35, dice.g);
        if (grain == 3) {
            n = normalize(n + inside * (dice.rgb - 0.5) * 0.9);
            return mix(body, second * (0.4 + 1.6 * pow(max(dot(n, to_eye), 0.0), 6.0) * dice.b), inside);
        }
        return mix(body, second * (0.7 + 0.6 * dice.b), inside);
    }
    if (grain == 4) {
        float sheet = clouds(at * 0.8 + 0.3 * cloud(at * 0.5).rgb);
        float shimmer = pow(0.5 + 0.5 * sin(sheet * 38.0 + 3.0 * dot(n, to_eye)), 2.0);
        return mix(body, second, 0.55 * shimmer);
    }
    if (grain == 5) {
        vec3 q = p + luck;
        float rings = length(q.xy * vec2(1.0, 0.8) + 0.5 * cloud(q * 0.1).rg) * scale * 7.0;
        float pores = cloud(q * vec3(1.6, 1.6, 0.12)).g;
        return mix(body, second, 0.65 * (0.5 + 0.5 * sin(rings * 3.0)) + 0.35 * pores - 0.1);
    }
    if (grain == 6) {
        float side = dot(p, normalize(luck - 0.5)) + 0.35 * (clouds(at * 0.7) - 0.5) * 2.0;
        return mix(body, second, smoothstep(-0.03, 0.03, side));
    }
    return body;
}

// Light from behind, through a clear body, in this direction of its own axes.
vec3 through(vec3 p, vec3 n, vec3 way, float width) {
    vec3 r = refract(way, n, 1.0 / 1.47);
    vec3 gaps = (vec3(0.5) * sign(r) - p) / (r + sign(r) * 1e-5);
    float gone = max(min(gaps.x, min(gaps.y, gaps.z)), 0.0);
    vec3 q = p + r * gone;
    Face f = face_at(q);
    float blur = width + 0.035;
    float far_ink = 1.0 - smoothstep(-blur, blur, mark(f.number, f.uv));
    vec3 sorted = abs(q);
    float second_far = max(min(max(sorted.x, sorted.y), sorted.z), min(sorted.x, sorted.y));
    float bent = smoothstep(0.5 - round_ * 1.2, 0.5, second_far);
    vec3 out_way = turn * r;
    vec3 left = middle + turn * q * edge;
    // What is seen through the bottom lies in the die's own shadow; through a side, the lit table or the room.
    vec3 onto = left + out_way * max(left.z, 0.0) / max(-out_way.z, 0.08);
    float aside = length(onto.xy - middle.xy) / edge;
    vec3 table_light = ground_light * (0.35 + 0.65 * smoothstep(0.3, 1.1, aside));
    vec3 under = table(onto.xy) * table_light;
    vec3 behind = mix(mirrored(out_way, 0.5) * 0.8 + 0.25 * ground_color, under, smoothstep(0.02, 0.2, -out_way.z));
    behind *= 1.0 - 0.45 * bent;
    behind += (lamp_color * 0.25 + sky_color * 0.2) * bent * cloud(q * 0.9 + luck).r;
    vec3 far_paint = f.number == 1 ? one_ink : ink;
    behind = mix(behind, far_paint * (ground_color + sky_color) * 0.5, far_ink * 0.8 * step(ring, 0.01));
    vec3 tone = max(body / max(max(body.r, max(body.g, body.b)), 0.02), 0.015);
    return behind * pow(tone, vec3(gone * (0.5 + 2.2 * (1.0 - clear)) + 0.25));
}
"""
