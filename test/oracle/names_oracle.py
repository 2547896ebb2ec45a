"""Employees and a payroll's list of them, with names as people have them, and who is who.

Shares no code with paytally. Usage: names_oracle.py SEED COUNT. Prints { employees, rows, truth } as JSON.
3 % of the lines are changed by a typo, a missing part, a swapped order or a married name; others differ in accents,
case, particles and hyphens only. Twins and people of the same name are among them; 1 % are on one side only.
"""
import json
import random
import sys
import unicodedata

FIRST = """Zoë Noël François Anaïs Lætitia Søren Åse Jürgen Günter Björn Łukasz Małgorzata Şebnem İbrahim Đorđe Žarko
Ólafur Þóra Siobhán Seán Nuño José María Inês João Ángel Chloé Maëlle Loïc Renée Jan Piet Anna Katrien Tom Tim Lien Bram
Fatima Mohammed Youssef Amina Nguyen Minh Wei Li Ann-Sophie Jean-Pierre Marie-Claire Karl-Heinz Hans-Jürgen Anne""".split()
LAST = ["De Smet", "Van den Broeck", "van der Meer", "Peeters", "Janssens", "Lefèvre", "Müller", "Weiß", "Schäfer", "Öztürk",
        "Wójcik-Nowak", "García López", "da Silva", "dos Santos", "O'Brien", "D'Hondt", "Mac Donald", "Nguyễn", "Sørensen",
        "Ångström", "Þórsson", "Žák", "Dvořák", "Çelik", "Ben Ali", "El Amrani", "von der Heide", "zu Guttenberg", "Łoś",
        "L’Écuyer", "Saint-Exupéry", "Van de Velde", "Vandevelde", "Claes", "Claeys", "Meyer", "Maier", "Meier"]
SYLLABLES = "ba be bo da de do fi ga ge ho ja ka ke ko la le li lo ma me mi na ne no pa po ra re ri ro sa se so ta te to va ve wi za".split()


def plain(text):
    text = text.translate(str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
                                         "þ": "th", "Þ": "Th", "ı": "i"}))
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def german(text):
    return text.translate(str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}))


def typo(rng, text):
    at = rng.randrange(1, len(text))
    letter = rng.choice("aeinrst")
    return rng.choice([text[:at] + text[at + 1:], text[:at] + letter + text[at:], text[:at - 1] + letter + text[at:],
                       text[:at - 1] + text[at] + text[at - 1] + text[at + 1:]])


def main():
    rng = random.Random(int(sys.argv[1]))
    count = int(sys.argv[2])
    people = []
    while len(people) < count:
        last = rng.choice(LAST)
        if rng.random() < 0.93:
            last += rng.choice([" ", "-", ""]) + "".join(rng.choice(SYLLABLES) for _ in range(rng.randint(2, 4))).capitalize()
        first = rng.choice(FIRST)
        if rng.random() < 0.3:
            first += " " + "".join(rng.choice(SYLLABLES) for _ in range(2)).capitalize()
        people.append((last, first))
        if rng.random() < 0.01:
            people.append((last, rng.choice(["Tim", "Tom", "Lea", "Lena", "Jan", "Jana"])))
            people.append((last, rng.choice(["Tim", "Tom", "Lea", "Lena", "Jan", "Jana"])))
        if rng.random() < 0.004:
            people.append((last, first))
    people = people[:count]
    numbers = rng.sample(range(1, 99999), count)
    employees, rows, truth = [], [], {}
    for i, ((last, first), n) in enumerate(zip(people, numbers)):
        number = str(n).zfill(5)
        side = rng.random()
        if side >= 0.005:
            employees.append({"id": f"e{i}", "lastName": last, "firstName": first, "number": None})
        if side >= 0.995:
            continue
        l, f = last, first
        dice = rng.random()
        if dice < 0.03:
            change = rng.randrange(5)
            if change <= 1:
                l, f = (typo(rng, l), f) if rng.random() < 0.5 else (l, typo(rng, f))
            elif change == 2:
                f = f[0] + "."
            elif change == 3:
                l = l.split(" ")[0] if " " in l else l + " " + rng.choice(LAST)
            else:
                l, f = f, l
        elif dice < 0.2:
            l, f = plain(l), plain(f)
        elif dice < 0.3:
            l, f = l.upper(), f
        elif dice < 0.37:
            l, f = german(l), german(f)
        elif dice < 0.42:
            l = l.replace("-", " ").replace("’", "'")
        elif dice < 0.45:
            l, f = unicodedata.normalize("NFD", l), unicodedata.normalize("NFD", f)
        rows.append({"number": number, "lastName": l, "firstName": f, "name": ""})
        truth[number] = f"e{i}" if side >= 0.005 else None
    rng.shuffle(rows)
    for at, row in enumerate(rows):
        row["line"] = at + 2
        if rng.random() < 0.3:
            row["name"] = rng.choice([f'{row["lastName"]}, {row["firstName"]}', f'{row["firstName"]} {row["lastName"]}'])
            row["lastName"] = row["firstName"] = ""
    print(json.dumps({"employees": employees, "rows": rows, "truth": truth}))


main()
