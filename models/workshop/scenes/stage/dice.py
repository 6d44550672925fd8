"""A die's surface in GLSL, in its own coordinates: the body's grain, pips and bars sunk in by following the view ray,
and, in clear dice, the far faces through the body."""

from collections.abc import Mapping

from croupier.models.workshop.scenes.stage.light import LIGHT

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

DIE_FRAGMENT = (
    LIGHT
    + """
uniform mat3 turn;
uniform vec3 body;
uniform vec3 second;
uniform int grain;
uniform float scale;
uniform float rough;
uniform float metal;
uniform float clear;
uniform float dirt;
uniform float edge;
uniform vec3 luck;           // moves the grain, so that no two dice are cut from the same place
uniform bool fudge;
uniform float ball;
uniform float round_;
uniform vec3 ink;
uniform vec3 one_ink;
uniform vec3 four_ink;
uniform vec3 ring_ink;
uniform float radius;
uniform float spread;
uniform float depth;
uniform float one;
uniform float ring;
uniform float bar_length;
uniform float bar_width;
uniform float bar_soft;
uniform float wear;
uniform float ink_metal;
uniform float ink_rough;
uniform int logo;            // the cell of the maker's print in place of the 1, -1 for none
uniform int small;           // and of one beside the pips
uniform vec2 small_at;
uniform sampler2D crests;    // 8 x 8 cells of prints

struct Face { int number; vec3 n; vec3 a; vec3 b; vec2 uv; float high; };

Face face_at(vec3 p) {
    vec3 q = abs(p);
    Face f;
    if (q.z >= q.x && q.z >= q.y) {
        float s = sign(p.z);
        f.n = vec3(0, 0, s); f.a = vec3(s, 0, 0); f.b = vec3(0, 1, 0); f.number = s > 0.0 ? 1 : 6;
    } else if (q.x >= q.y) {
        float s = sign(p.x);
        f.n = vec3(s, 0, 0); f.a = vec3(0, s, 0); f.b = vec3(0, 0, 1); f.number = s > 0.0 ? 2 : 5;
    } else {
        float s = sign(p.y);
        f.n = vec3(0, s, 0); f.a = vec3(0, 0, s); f.b = vec3(1, 0, 0); f.number = s > 0.0 ? 3 : 4;
    }
    f.uv = vec2(dot(p, f.a), dot(p, f.b));
    f.high = dot(p, f.n);
    return f;
}

// The middle of the nearest pip and its radius; no pip gives a radius below 0.
vec3 nearest_pip(int number, vec2 uv) {
    vec2 corner = vec2(uv.x < 0.0 ? -spread : spread, uv.y < 0.0 ? -spread : spread);
    float diagonal = uv.x + uv.y < 0.0 ? -spread : spread;
    if (number == 1) return vec3(0, 0, logo >= 0 ? -1.0 : radius * one);
    if (number == 2) return vec3(diagonal, diagonal, radius);
    if (number == 3) return abs(uv.x + uv.y) < spread ? vec3(0, 0, radius) : vec3(diagonal, diagonal, radius);
    if (number == 4) return vec3(corner, radius);
    if (number == 5) return abs(uv.x) + abs(uv.y) < spread ? vec3(0, 0, radius) : vec3(corner, radius);
    float row = abs(uv.y) < spread * 0.5 ? 0.0 : (uv.y < 0.0 ? -spread : spread);
    return vec3(corner.x, row, radius);
}

float bar(vec2 uv) {
    vec2 half_size = vec2(bar_length, bar_width) * 0.5;
    float r = bar_soft * half_size.y;
    vec2 q = abs(uv) - half_size + r;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - r;
}

// Distance to the nearest ink, below 0 inside.
float mark(int number, vec2 uv) {
    if (fudge) {
        if (number == 3 || number == 4) return 1.0;
        float d = bar(uv);
        return number < 3 ? min(d, bar(uv.yx)) : d;
    }
    vec3 pip = nearest_pip(number, uv);
    return length(uv - pip.xy) - pip.z;
}

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

float crest(int cell, vec2 uv) {
    vec2 inside = clamp(uv + 0.5, 0.02, 0.98);
    return texture(crests, (vec2(cell % 8, cell / 8) + inside) / 8.0).r * step(max(abs(uv.x), abs(uv.y)), 0.49);
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
    vec3 world_q = turn * q;
    vec3 under = ground_color * (0.55 + 0.9 * smoothstep(0.1, 0.7, length(world_q.xy)));
    float downward = smoothstep(0.3, 0.8, -(turn * f.n).z);
    vec3 behind = mix(mirrored(out_way, 0.5) * 0.8 + 0.25 * ground_color, under, downward);
    behind *= 1.0 - 0.45 * bent;
    behind += (lamp_color * 0.25 + sky_color * 0.2) * bent * cloud(q * 0.9 + luck).r;
    vec3 far_paint = f.number == 1 ? one_ink : ink;
    behind = mix(behind, far_paint * (ground_color + sky_color) * 0.5, far_ink * 0.8 * step(ring, 0.01));
    vec3 tone = max(body / max(max(body.r, max(body.g, body.b)), 0.02), 0.015);
    return behind * pow(tone, vec3(gone * (0.5 + 2.2 * (1.0 - clear)) + 0.25));
}

void main() {
    vec3 n = normalize(facing) * turn;
    vec3 to_eye = normalize(eye - place) * turn;
    vec3 to_lamp = normalize(lamp - place) * turn;
    Face f = face_at(local);
    float width = 0.6 * (length(dFdx(local)) + length(dFdy(local)));
    vec2 uv = f.uv;
    float gap = mark(f.number, uv);
    float pit = 1.0, hole = 1.0;
    float share = 1.0 - smoothstep(-width, width, gap);
    vec3 paint = f.number == 1 ? one_ink : (f.number == 4 ? four_ink : ink);
    vec3 bare = n;
    vec3 sight = vec3(dot(to_eye, f.a), dot(to_eye, f.b), max(dot(to_eye, f.n), 0.05));
    vec3 beam = vec3(dot(to_lamp, f.a), dot(to_lamp, f.b), max(dot(to_lamp, f.n), 0.05));
    if (depth > 0.006 && gap < 0.0) {
        if (fudge) {
            vec2 deep = uv - sight.xy * (depth / sight.z);
            float inside = mark(f.number, deep);
            if (inside < 0.0) {
                pit = smoothstep(0.012, -0.012, mark(f.number, deep + beam.xy * (depth / beam.z)));
                hole = mix(1.0, 0.72, smoothstep(-0.05, 0.0, inside));
                uv = deep;
            } else {
                float right = mark(f.number, deep + vec2(0.004, 0)), above = mark(f.number, deep + vec2(0, 0.004));
                vec2 wall = -normalize(vec2(right, above) - inside + 1e-6);
                n = normalize(f.a * wall.x + f.b * wall.y + f.n * 0.25);
                hole = 0.65;
            }
        } else {
            vec3 pip = nearest_pip(f.number, uv);
            float deep = depth * pip.z / radius;
            float globe = (pip.z * pip.z + deep * deep) / (2.0 * deep);
            vec3 from = vec3(uv - pip.xy, deep - globe);
            float along = dot(from, -sight);
            float reach = -along + sqrt(max(along * along - dot(from, from) + globe * globe, 0.0));
            vec3 hit = from - sight * reach;
            vec3 up = -hit / globe;
            n = normalize(f.a * up.x + f.b * up.y + f.n * up.z);
            float rise = (deep - globe - hit.z) / beam.z;
            pit = smoothstep(pip.z * 1.06, pip.z * 0.94, length(hit.xy + beam.xy * rise));
            hole = 0.8 - 0.2 * deep / pip.z;
        }
    }
    if (ring > 0.0 && !fudge) {
        vec3 pip = nearest_pip(f.number, uv);
        float from_middle = length(f.uv - pip.xy) / max(pip.z, 1e-3);
        paint = mix(paint, ring_ink, smoothstep(-width, width, (from_middle - (1.0 - ring)) * pip.z));
    }
    vec3 spot_noise = vec3(clouds((local + luck) * 0.35), cloud((local + luck) * 1.3).g, cloud((local - luck) * 3.1).b);
    if (wear > 0.0) {
        // What lies deep is rubbed off last.
        float kept = spot_noise.x * 0.6 + spot_noise.y * 0.4 - 0.12 + 0.25 * hole * step(0.006, depth);
        share *= smoothstep(wear - 0.06, wear + 0.06, kept);
    }
    if (logo >= 0 && f.number == 1 && !fudge) share = max(share, crest(logo, f.uv * 1.25));
    if (small >= 0) share = max(share, crest(small, (f.uv - small_at) * 6.0) * step(0.0, gap));

    vec3 grain_n = bare;
    vec3 base = grained(local, to_eye, grain_n);
    if (gap > 0.0) n = grain_n;
    float dusty = dirt * smoothstep(0.56, 0.72, spot_noise.y * 0.6 + spot_noise.z * 0.4);
    base = mix(base, base * 0.45 + 0.09, dusty);
    vec3 world_n = turn * n;
    float r = mix(rough, ink_rough, share);
    r = mix(r, 0.7, dusty);
    vec3 opaque = shaded(world_n, mix(base, paint, share), r, mix(metal, ink_metal, share), 1.0, pit, hole);
    if (clear > 0.0) {
        vec3 skin = shaded(world_n, vec3(0.0), r, 0.0, 1.0, pit, hole);
        vec3 glow = base * (sky_color * 0.55 + ground_color * 0.35 + lamp_color * 0.2) * (1.0 - clear) * 1.1;
        vec3 seen = skin + glow + through(local, n, -to_eye, width);
        float milk = 0.25 * (1.0 - clear);
        opaque = mix(mix(seen, opaque, milk), opaque, share);
    }
    color = vec4(opaque, 1.0);
}
"""
)
