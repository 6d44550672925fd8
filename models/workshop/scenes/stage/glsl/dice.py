"""A die's surface in GLSL: pips and bars are sunk in by following the view ray, so that any size, depth and wear is one
shader and a rounded cube."""

from croupier.models.workshop.scenes.stage.glsl.bodies import BODIES
from croupier.models.workshop.scenes.stage.glsl.light import LIGHT
from croupier.models.workshop.scenes.stage.glsl.marks import MARKS

DIE_FRAGMENT = (
    LIGHT
    + MARKS
    + BODIES
    + """
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
