"""The Danish phrases."""

from ledger.rules.site.phrases.table import PhraseTable

DANISH = PhraseTable(
    decimal_mark=",",
    documents="da",
    words={
        # numbers and lists
        "–": "–",
        "{first} and {last}": "{first} og {last}",
        # deals, told
        "{side} bids {contract}": "{side} melder {contract}",
        "{side} bid {contract}": "{side} melder {contract}",
        "{side} bid {contract} (in the past)": "{side} meldte {contract}",
        "{side}, as own partner, bids {contract}": "{side} er sin egen makker i {contract}",
        "{side}, as own partner, bid {contract} (in the past)": "{side} var sin egen makker i {contract}",
        "{side} goes along": "{side} går med",
        "{side} go along": "{side} går med",
        "{side} went along": "{side} gik med",
        "takes {tricks}": "tager {tricks}",
        "take {tricks}": "tager {tricks}",
        "took {tricks}": "tog {tricks}",
        "takes {number}": "får {number}",
        "take {number}": "får {number}",
        "took {number}": "fik {number}",
        "just makes it": "går lige hjem",
        "just make it": "går lige hjem",
        "just made it": "gik lige hjem",
        "makes it": "går hjem",
        "make it": "går hjem",
        "made it": "gik hjem",
        "goes down": "går bet",
        "go down": "går bet",
        "went down": "gik bet",
        "{side} pays {amount}": "{side} betaler {amount}",
        "{side} pay {amount}": "{side} betaler {amount}",
        "{side} paid {amount}": "{side} betalte {amount}",
        "{side} gets {amount}": "{side} får {amount}",
        "{side} get {amount}": "{side} får {amount}",
        "{side} got {amount}": "{side} fik {amount}",
        "{side} gave {amount}": "{side} gav {amount}",
        "{amount} each": "{amount} hver",
        "{side}'s {contract}": "{side}s {contract}",
        "{side}' {contract}": "{side}' {contract}",
        "Nobody pays anything": "Ingen betaler noget",
        "Nobody paid anything": "Ingen betalte noget",
        "They": "De",
        "Somebody": "Nogen",
        "the house": "huset",
        "The other {count}": "De {count} andre",
        "{bid} and {result}": "{bid} og {result}",
        "{bid} (by its turn)": "{bid} tur",
        "no trick": "ikke et stik",
        "every trick": "alle stik",
        "one": "ét",
        "two": "to",
        "three": "tre",
        "four": "fire",
        "five": "fem",
        "six": "seks",
        "{tricks}, {over} above {book}": "{tricks}, {over} over {book}",
        "something that nobody noted": "noget, der ikke er skrevet op",
        # deals
        "{contract} needs {demand}. {results}": "{contract} kræver {demand}. {results}",
        "{contract} needs {demand}, {taken}: {paid}": "{contract} kræver {demand}, {taken}: {paid}",
        "{players} {taken}: {paid}": "{players} {taken}: {paid}",
        "home": "hjem",
        "beaten": "bet",
        "exactly {tricks}": "præcis {tricks}",
        "at most {tricks}": "højst {tricks}",
        "{count} trick": "{count} stik",
        "{count} tricks": "{count} stik",
        "{tricks}, which count as {counted}": "{tricks}, der tæller som {counted}",
        "{amount} from {players}": "{amount} fra {players}",
        "{amount} to {players}": "{amount} til {players}",
        "each opponent": "hver modspiller",
        "each of the others": "hver af de andre",
        "each player who did not go along": "hver, der ikke gik med",
        "the fewest tricks are {fewest}. The others pay for each trick above: {payments}. {shared}": (
            "færrest stik er {fewest}. De andre betaler for hvert stik derover: {payments}. {shared}"
        ),
        "{total} shared by {players} = {share} each": "{total} delt mellem {players} = {share} til hver",
        "{over} above the book of {book}, {over} × {price} = {total} from each opponent": (
            "{over} over bogen på {book}, {over} × {price} = {total} fra hver modspiller"
        ),
        "{over} above the book of {book}, {over} × {price} = {total} to each, paid by the house": (
            "{over} over bogen på {book}, {over} × {price} = {total} til hver, betalt af huset"
        ),
        "{contract}, {count} players: {paid}": "{contract}, {count} spillere: {paid}",
        "{points} to {players}, paid by the house": "{points} til {players}, betalt af huset",
        "{points} to {players} each, paid by the house": "{points} til {players} hver, betalt af huset",
        "1 point": "1 point",
        "{count} points": "{count} point",
        "{contract}: no points": "{contract}: ingen point",
        "{contract}: no points, the same dealer deals again": "{contract}: ingen point, samme giver igen",
        # deals: how many
        "{count} deal": "{count} spil",
        "{count} deals": "{count} spil",
        "{count} passed out": "{count} passet rundt",
        "{count} not played": "{count} ikke spillet",
        "{count} adjustment": "{count} regulering",
        "{count} adjustments": "{count} reguleringer",
        "{count} evening with points only": "{count} aften kun med point",
        "{count} evenings with points only": "{count} aftener kun med point",
        "only the evening's points": "kun aftenens point",
        # deals: the kinds
        "Adjustment": "Regulering",
        "Declarer, partner not known": "Melder, makker ukendt",
        "Adjustments": "Reguleringer",
        "The old book was taken out again": "Det gamle regnskab er taget ud igen",
        "The workbook was taken out again": "Regnearket er taget ud igen",
        "tricks unknown: write the points": "stik ukendt: skriv pointene",
        "play was stopped": "spillet blev stoppet",
        "Passed out": "Passet rundt",
        "passed out": "passet rundt",
        "the ace was in the cat: no partner": "esset i katten: ingen makker",
        "lost (on paper)": "bet",
        "just made": "netop hjem",
        "overtricks": "overstik",
        "{name} called the ace": "{name} kaldte esset",
        # deals: the keyboard line
        "{one} or {other}": "{one} eller {other}",
        "a seat from 1 to {seats}": "en plads fra 1 til {seats}",
        "a seat from 1 to {seats} or a name": "en plads fra 1 til {seats} eller et navn",
        "a level from {low} to {high}": "et trin fra {low} til {high}",
        "a contract": "en melding",
        "the vip turn": "vip-turen",
        "the partner's seat": "makkers plads",
        "tricks as + or -": "stik som + eller -",
        "a number of tricks": "et antal stik",
        "the end": "slutningen",
        "an amount for each seat": "et beløb til hver plads",
        "a note after ;": "en bemærkning efter ;",
        "a reason after ;": "en grund efter ;",
        # what somebody was in a deal
        "Declarer with a partner": "Melder med makker",
        "Declarer alone": "Melder alene",
        "Going along on a nolo (part)": "Gik med på en nolo",
        "Everybody plays": "Alle spiller",
        "Defender": "Modspiller",
        "Points only": "Kun point",
        # evenings
        "a table from 1 to {most}": "et bord fra 1 til {most}",
        "Declarer": "Melder",
        "Level": "Trin",
        "Attachment": "Påhæng",
        "Nolo": "Nolo",
        "Outcome": "Udfald",
        "Trump": "Trumf",
        "Knocked": "Banket",
        "Partner": "Makker",
        "Result (on paper)": "Res.",
        "Tricks": "Stik",
        "Tricks, each": "Stik, hver især",
        "Tricks, pairs": "Stik, par",
        "Other": "Andet",
        "Out": "Over",
        "{club}, evening {number}, {date}": "{club}, aften {number}, {date}",
        "table 1: {names}": "bord 1: {names}",
        "Prices: {name}, version {number}": "Priser: {name}, udgave {number}",
        # scoring tables: words of the game
        "in the 1st turn": "i 1.",
        "in the 2nd turn": "i 2.",
        "in the 3rd turn": "i 3.",
        "for {reason}": "for {reason}",
        "plain": "alm.",
        "vip": "vip",
        "gode": "gode",
        "stærke": "stærke",
        "halve": "halve",
        "sans": "sans",
        "kvarte": "kvarte",
        "Sol": "Sol",
        "Ren sol": "Ren sol",
        "Bordlægger": "Bordlægger",
        "Ren bordlægger": "Ren bordlægger",
        "Dobbelt bordlægger": "Dobbelt bordlægger",
        "Ren bordlægger med snak": "Ren bordlægger med snak",
        "clubs": "klør",
        "spades": "spar",
        "hearts": "hjerter",
        "diamonds": "ruder",
        "no trump": "uden trumf",
        "own partner": "selvmakker",
        "ace in the cat": "esset i katten",
        "Redeal": "Omgivning",
        "Iron hand": "Jernhånd",
        "Misdeal": "Fejlgivning",
        "declarer": "melder",
        "partner": "makker",
        "defender": "modspiller",
        "goes along": "går med",
        "player": "spiller",
        "sits out": "sidder over",
        # scoring tables: the check, the editor and the Excel sheet
        "made": "vundet",
        "for each overtrick": "for hvert overstik",
        "lost": "tabt",
        "for each trick missing": "for hvert manglende stik",
        "yes": "ja",
        "no": "nej",
        "called by an ace": "kaldt ved et es",
        "fixed pairs": "faste par",
        "chosen": "vælges",
        "turned": "vendes",
        "possible": "kan være",
        "always": "altid",
        "never": "aldrig",
        "alone": "alene",
        "as a pair": "som par",
        "either": "begge dele",
        "turn {turn}": "{turn}. tur",
        "Declarer's side, {count}": "Melders side, {count}",
        "The others, {count}": "De andre, {count}",
        "Code": "Kode",
        "Name (Danish)": "Navn (dansk)",
        "Name (English)": "Navn (engelsk)",
        "Where the prices come from": "Hvor priserne kommer fra",
        "Smallest part of a point: 1/…": "Mindste del af et point: 1/…",
        "Fewest players": "Færrest spillere",
        "Most players": "Flest spillere",
        "Tricks in a deal": "Stik i et spil",
        "The game sums to 0": "Spillet går op i 0",
        "Amount per overtrick": "Beløb pr. overstik",
        "Amount per undertrick": "Beløb pr. bet",
        "Everyone for himself: name (Danish)": "Alle mod alle: navn (dansk)",
        "Everyone for himself: name (English)": "Alle mod alle: navn (engelsk)",
        "Everyone for himself: price": "Alle mod alle: pris",
        "Pair against pair: name (Danish)": "Par mod par: navn (dansk)",
        "Pair against pair: name (English)": "Par mod par: navn (engelsk)",
        "Pair against pair: tricks without a price": "Par mod par: stik uden pris",
        "Pair against pair: price per trick": "Par mod par: pris pr. stik",
        "Attachments whose order is drawn": "Påhæng, hvis orden trækkes",
        "Columns": "Kolonner",
        "What may be said of a deal": "Hvad der kan siges om et spil",
        "Prices that count several times": "Takster, der tæller flere gange",
        "Tricks that the pairs are not paid for": "Stik, som parrene ikke får noget for",
        "Tricks allowed on nolo": "Tilladte stik i nolo",
        "Vip turn": "Vip-tur",
        "Alone": "Alene",
        "Tricks played": "Stik, der spilles",
        "Made up of": "Sammensat af",
        "Knocks": "Bank",
        "Penalties": "Straffe",
        "Outcomes": "Udfald",
        "Readings of the source": "Læsninger af kilden",
        "Prices (one sheet)": "Takst",
        "Rule": "Regel",
        "Value": "Værdi",
        "Rules": "Regler",
        "Fewest tricks": "Mindst stik",
        "Most tricks": "Højst stik",
        "Played": "Spilles",
        "Made (a contract)": "Vundet",
        "Per trick below": "Pr. stik under",
        "Lost": "Tabt",
        "Per trick beyond": "Pr. stik for meget",
        "With attachment": "Ved påhæng",
        "In vip turn": "I vip-tur",
        "With trump": "Med trumf",
        "With tricks": "Ved stik",
        "With a knock": "Ved bank",
        "When it is": "Når meldingen er",
        "Times": "Gange",
        "Plus": "Plus",
        "Extras and doublings": "Tillæg og fordoblinger",
        "Column (empty: all)": "Kolonne (tom: alle)",
        "Amount": "Beløb",
        "Single amounts": "Enkelte beløb",
        "The offender": "Synderen",
        "Each of the others": "Hver af de andre",
        "The order of the bids": "Meldingernes rækkefølge",
        "Order of the bids": "Meldingernes rækkefølge",
        "Bid, lowest first": "Melding, lavest først",
        "Danish": "Dansk",
        "English": "Engelsk",
        "Choices the table offers": "Valg, tabellen tilbyder",
        "Choice (code)": "Valg (kode)",
        # scoring tables: the rules that can be chosen
        "for playing alone": "for alene",
        "Without a partner (one's own, or the ace in the cat): ": "Uden makker (selvmakker, esset i katten): ",
        "What each opponent pays a declarer alone": "Hvad hver modspiller betaler en melder, der er alene",
        "Own partner's factor": "Selvmakkers faktor",
        "Rounding of it": "Afrunding af den",
        "A contract made": "Vundet melding",
        "A contract that is made": "En vundet melding",
        "V × (1 + overtricks)": "V × (1 + overstik)",
        "Made: the price, and the price once more for each overtrick.": (
            "Vundet: taksten, og taksten én gang til for hvert overstik."
        ),
        "V × (2 + overtricks)": "V × (2 + overstik)",
        "Made: twice the price, and the price once more for each overtrick.": (
            "Vundet: to gange taksten, og taksten én gang til for hvert overstik."
        ),
        "V × overtricks": "V × overstik",
        "Made: the price for each overtrick, and nothing for the contract itself.": (
            "Vundet: taksten for hvert overstik, og intet for selve meldingen."
        ),
        "V × tricks above 6": "V × stik over 6",
        "Made: the price for each trick above {book}.": "Vundet: taksten for hvert stik over {book}.",
        "V × all tricks": "V × alle stik",
        "Made: the price for each trick taken.": "Vundet: taksten for hvert stik, der er taget.",
        "V + an amount per overtrick": "V + fast beløb pr. overstik",
        "Made: the price, and {over} more for each overtrick.": "Vundet: taksten, og {over} mere for hvert overstik.",
        "V": "V",
        "Made: the price, however many overtricks.": "Vundet: taksten, uanset hvor mange overstik.",
        "A contract lost": "Tabt melding",
        "A contract that is lost": "En tabt melding",
        "V × (1 + undertricks)": "V × (1 + bet)",
        "Lost: the price, and the price once more for each trick missing.": (
            "Tabt: taksten, og taksten én gang til for hver bet."
        ),
        "V × undertricks": "V × bet",
        "Lost: the price for each trick missing.": "Tabt: taksten for hver bet.",
        "2V × undertricks": "2V × bet",
        "Lost: twice the price for each trick missing.": "Tabt: to gange taksten for hver bet.",
        "V + an amount per undertrick": "V + fast beløb pr. bet",
        "Lost: the price, and {under} more for each trick missing.": "Tabt: taksten, og {under} mere for hver bet.",
        "Lost: the price, however many tricks are missing.": "Tabt: taksten, uanset hvor mange bet.",
        "A nolo lost": "Tabt nolo",
        "A nolo that is lost": "En tabt nolo",
        "the same": "det samme",
        "A lost nolo costs what it pays.": "En tabt nolo koster det samme, som en vundet giver.",
        "double": "det dobbelte",
        "A lost nolo costs twice what it pays.": "En tabt nolo koster det dobbelte af, hvad en vundet giver.",
        "the same per trick beyond, and once more": "det samme for hvert stik for meget, og én gang til",
        "A lost nolo costs what it pays, and as much again for each trick too many.": (
            "En tabt nolo koster det, en vundet giver, og lige så meget mere for hvert stik for meget."
        ),
        "Going along on a nolo (whether)": "At gå med på en nolo",
        "Going along on a nolo": "Når flere går med på en nolo",
        "each with all the others": "hver for sig med alle de andre",
        "When several go along on a nolo, each settles with all the others, those who went along included.": (
            "Går flere med på en nolo, afregner hver for sig med alle de andre, også med dem, der gik med."
        ),
        "only with those not going along": "kun med dem, der ikke er med",
        "When several go along on a nolo, they settle only with those who did not.": (
            "Går flere med på en nolo, afregner de kun med dem, der ikke gik med."
        ),
        "nobody can go along": "ingen kan gå med",
        "Nobody can go along on a nolo.": "Ingen kan gå med på en nolo.",
        "Own partner": "Selvmakker",
        "Being one's own partner": "Når melderen er selvmakker",
        "the price from each opponent": "prisen fra hver modspiller",
        "each of the three opponents pays the same.": "hver af de tre modspillere betaler det samme.",
        "three times the price from each": "tre gange prisen fra hver",
        "each of the three opponents pays three times as much.": (
            "hver af de tre modspillere betaler tre gange så meget."
        ),
        "the price times a factor": "prisen gange en faktor",
        "each of the three opponents pays the amount × {factor}": (
            "hver af de tre modspillere betaler beløbet × {factor}"
        ),
        "Tricks in sol": "Stik i sol",
        "Tricks allowed in sol": "Tilladte stik i sol",
        "at most one": "højst ét",
        "exactly one": "præcis ét",
        "The losing pair": "Det tabende par",
        "What the losing pair pays": "Hvad det tabende par betaler",
        "pays what the winners get": "betaler det, vinderne får",
        "{name}: each trick above {tricks} gives {price} to each of the pair, paid by the other pair.": (
            "{name}: hvert stik over {tricks} giver {price} til hver af de to, betalt af det andet par."
        ),
        "pays nothing": "betaler intet",
        "{name}: each trick above {tricks} gives {price} to each of the pair, paid by the house; the other "
        "pair pays nothing.": (
            "{name}: hvert stik over {tricks} giver {price} til hver af de to, betalt af huset; det andet par "
            "betaler intet."
        ),
        "up": "op",
        "rounded up to whole points": "rundet op til hele point",
        "rounded up": "rundet op",
        "to the nearest": "til nærmeste",
        "rounded to whole points, halves up": "afrundet til hele point, halve opad",
        "rounded": "afrundet",
        "none": "ingen",
        "What each opponent pays is {rounded}.": "Det, hver modspiller betaler, bliver {rounded}.",
        "Rounding to whole points": "Afrunding til hele point",
        "{taken} tricks count as {counted} when the contract is made.": (
            "{taken} stik tæller som {counted}, når meldingen er vundet."
        ),
        "Tricks that count as others": "Stik, der tæller som andre",
        "Tricks that count as others (a section)": "Stik, der tæller anderledes",
        "Taken": "Taget",
        "Count as": "Tæller som",
        # scoring tables: the wall and the comparison
        "per overtrick": "pr. overstik",
        "per undertrick": "pr. bet",
        "per trick below": "pr. stik under",
        "per trick outside": "pr. stik udenfor",
        "per trick": "pr. stik",
        "from each opponent": "fra hver modspiller",
        "the offender": "den, der fejler",
        "declarer's side, {count} players": "melders side, {count} spillere",
        "the others, {count} players": "de andre, {count} spillere",
        "Name": "Navn",
        "The smallest part of a point": "Mindste brøk af et point, fx 1/8",
        "Players": "Spillere",
        "The partner": "Makkeren",
        "The players' points sum to 0": "Spillernes point giver tilsammen 0",
        "How the source is read": "Sådan har vi læst kilden",
        "called": "kaldes",
        "sits opposite": "sidder overfor",
        "never alone": "aldrig alene",
        "with a partner or alone": "med makker eller alene",
        "always alone": "altid alene",
        "trump chosen": "valgt trumf",
        "trump turned": "vendt trumf",
        "drawn each evening": "trækkes hver aften",
        "{level} {column} with {tricks} tricks": "{level} {column} med {tricks} stik",
        "{step} is {bids}; they do not beat one another.": "{step} er {bids}; de slår ikke hinanden.",
        "{step} is {bids}; which of them beats which is drawn for each evening.": (
            "{step} er {bids}; hvilken der slår hvilken, trækkes for hver aften."
        ),
        "Points are counted in steps of 1/{unit}.": "Der regnes i trin på 1/{unit} point.",
        # contracts for somebody who does not know the word
        "The declarer chooses the trump suit.": "Melderen vælger trumf.",
        "The partner chooses the trump suit.": "Makkeren vælger trumf.",
        "The cat is turned card by card, and the card that is taken decides trump.": (
            "Kattens kort vendes et ad gangen, og det, der tages, bestemmer trumf."
        ),
        "“In the 2nd turn”: it was the second card.": "»I 2.«: det blev det andet kort.",
        "The declarer's cards lie open on the table.": "Melderens kort ligger åbne på bordet.",
        "The declarer's cards lie open on the table, and the others may talk about how to play.": (
            "Melderens kort ligger åbne på bordet, og de andre må tale om, hvordan de vil spille."
        ),
        "Everybody's cards lie open on the table.": "Alles kort ligger åbne på bordet.",
        "Everybody plays for themselves, and whoever takes the fewest tricks wins.": (
            "Alle spiller for sig selv, og den med færrest stik vinder."
        ),
        "Two pairs play against each other. Only the tricks above the first {tricks} count.": (
            "To par spiller mod hinanden. Kun stik ud over de første {tricks} tæller."
        ),
        "The declarer played alone, and the house pays.": "Melderen spillede alene, og huset betaler.",
        "The declarer had a partner, and the house pays them both.": (
            "Melderen havde en makker, og huset betaler dem begge."
        ),
        "The house pays the declarer's side.": "Huset betaler melderens side.",
        "The declarer's side fell short, and the house pays the others.": (
            "Melderens side fik for få stik, og huset betaler de andre."
        ),
        "Clubs are trumps.": "Klør er trumf.",
        "Spades are trumps.": "Spar er trumf.",
        "There are no trumps.": "Der spilles uden trumf.",
        "The declarer plays alone against the three others.": "Melderen spiller alene mod de tre andre.",
        "The declarer always has a partner.": "Melderen har altid en makker.",
        "Only {tricks} tricks are played.": "Der spilles kun {tricks} stik.",
        "The declarer must take exactly {most}.": "Melderen skal have præcis {most}.",
        "The declarer may take at most {most}.": "Melderen må højst få {most}.",
        "The declarer must take at least {least} and at most {most}.": (
            "Melderen skal have mindst {least} og højst {most}."
        ),
        "The declarer may not take a single trick.": "Melderen må ikke få et eneste stik.",
        "It is played alone, and others may go along for their own account.": (
            "Den spilles alene, og andre kan gå med for egen regning."
        ),
        "It is played as a pair, whose tricks count together.": "Den spilles af et par, hvis stik tæller sammen.",
        "{nolo}: played alone; each of the three others pays when it is made, and is paid when it is lost.": (
            "{nolo} spilles alene: hver af de tre andre betaler, når den er vundet, og får, når den er tabt."
        ),
        "{nolo}: played as a pair; the pair's tricks count together, and each opponent pays or is paid.": (
            "{nolo} spilles som par: parrets stik tælles sammen, og hver modspiller betaler eller får."
        ),
        "{nolo} lost: {lost}.": "{nolo} tabt: {lost}.",
        "{nolo} lost: {off} for each trick too many.": "{nolo} tabt: {off} for hvert stik for meget.",
        "{nolo} lost: {lost}, and {off} more for each trick too many.": (
            "{nolo} tabt: {lost}, og {off} mere for hvert stik for meget."
        ),
        "{nolo} made: {less} more per trick below {most}.": "{nolo} vundet: {less} mere for hvert stik under {most}.",
        "{nolo}: exactly {most}; fewer is lost too.": "{nolo}: præcis {most}; færre er også tabt.",
        "{nolo}: at least {least} and at most {most}; fewer is lost too.": (
            "{nolo}: mindst {least} og højst {most}; færre er også tabt."
        ),
        "{name}: each pays {price} for each trick more than the fewest; those with the fewest share the pot equally.": (
            "{name}: hver betaler {price} for hvert stik mere end den, der fik færrest; de med færrest deler "
            "puljen ligeligt."
        ),
        "the price": "prisen",
        "The numbers are points to each on the maker's side / to each other. The house pays.": (
            "Tallene er point til hver på melders side / til hver af de andre. Huset betaler."
        ),
        "There are {least} to {most} players.": "Der er {least} til {most} spillere.",
        "{name}: {offender} for whoever is at fault, and {other} for each of the others.": (
            "{name}: {offender} for den, der begår fejlen, og {other} for hver af de andre."
        ),
        "The price is the contract's number in the sheet. ": "Taksten er meldingens tal i skemaet. ",
        "Each opponent pays when the contract is made, and is paid when it is lost.": (
            "Hver modspiller betaler, når meldingen er vundet, og får, når den er tabt."
        ),
        "Declarer and partner each win or lose as much as one opponent.": (
            "Melder og makker får eller betaler hver lige så meget som én modspiller."
        ),
        "The partner sits opposite; each of the two wins or loses as much as one opponent.": (
            "Makkeren sidder overfor; hver af de to får eller betaler lige så meget som én modspiller."
        ),
        "{cell} in a cell: made {made}, and {over} more for each overtrick; lost {lost}, and {under} more "
        "for each trick missing.": (
            "{cell} i et felt: vundet {made}, og {over} mere for hvert overstik; tabt {lost}, og {under} mere "
            "for hvert stik, der mangler."
        ),
        "{column}: {tricks} tricks are played.": "{column}: der spilles {tricks} stik.",
        "Instead of the rule, before any factor: ": "I stedet for reglen betales, før der ganges: ",
        "with {tricks} tricks {amount}": "med {tricks} stik {amount}",
        "; a minus means that the declarer pays": "; minus betyder, at melder betaler",
        ": the amount": ": beløbet",
        "{trump} in {attachment} count twice.": "{trump} i {attachment} tæller dobbelt.",
        "Where several hold, they count in that order.": "Gælder flere tillæg, regnes de i den orden, de står.",
        "{columns}: declared alone, and each of the three opponents pays the amount.": (
            "{columns} meldes alene: hver af de tre modspillere betaler beløbet."
        ),
        "{columns}: always played with a partner.": "{columns} spilles altid med makker.",
        "when made": "når meldingen er vundet",
        "when lost": "når meldingen er tabt",
        "without trumps": "uden trumf",
        "with {name} as trumps": "med {name} som trumf",
        # the workbook's rows, and members who are forgotten
        "Contract": "Melding",
        "Price": "Pris",
        "Declarer's side, {count} players": "Melders side, {count} spillere",
        "The others, {count} players": "De andre, {count} spillere",
        "{nolo} (tricks: at most {most})": "{nolo} (højst {most} stik)",
        "{nolo} (tricks: exactly {most})": "{nolo} (netop {most} stik)",
        "{name}, per trick above the fewest": "{name}, pr. stik over de færreste",
        "{name}, per trick above {tricks}": "{name}, pr. stik over {tricks}",
        "What beats what, lowest first: {ladder}": "Rækkefølge, lavest først: {ladder}",
        "Source: {source}": "Kilde: {source}",
        "corrected": "rettet",
        "restored": "gendannet",
        "voided": "annulleret",
        "Reversed: {text}": "Tilbageført: {text}",
        "Former member {number}": "Tidligere medlem {number}",
        "Secretary {number}": "Sekretær {number}",
        "Treasurer {number}": "Kasserer {number}",
        "Administrator {number}": "Administrator {number}",
        "Board member {number}": "Bestyrelsesmedlem {number}",
        "Former board member {number}": "Tidligere bestyrelsesmedlem {number}",
        # the workbook
        "Place": "Plads",
        "Player": "Spiller",
        "Evening": "Aften",
        "Deal": "Spil",
        "Date": "Dato",
        "Note": "Bemærkning",
        "Points": "Point",
        "Sum": "Sum",
        "Control": "Kontrol",
        "Standings": "Stilling",
        "Evenings": "Aftener",
        "Deals": "Spil",
        "Fingerprint": "Fingeraftryk",
        "Table": "Bord",
        "Dealer": "Giver",
        "Result": "Resultat",
        "Postings": "Posteringer",
        "Entry": "Postering",
        "Text": "Tekst",
        "Prices": "Takster",
        "Head-to-head": "Indbyrdes",
        "Annual report": "Årsberetning",
        "{club} · for the annual meeting": "{club} · til generalforsamlingen",
        "{count} evening": "{count} aften",
        "{count} evenings": "{count} aftener",
        "{first} to {last} {year}": "{first} til {last} {year}",
        "{day} {year}": "{day} {year}",
        "{count} player": "{count} spiller",
        "{count} players": "{count} spillere",
        "not closed yet": "foreløbig",
        "Place {place}": "{place}. plads",
        "Final standings": "Slutstilling",
        "An evening": "Pr. aften",
        "Evening by evening": "Aften for aften",
        "Start": "Start",
        "The book balances: {count} postings, sum 0. Fingerprint {fingerprint}. See the sheet Control.": (
            "Regnskabet går op: {count} posteringer, sum 0. Fingeraftryk {fingerprint}. Se arket Kontrol."
        ),
        "THE BOOK DOES NOT BALANCE. See the sheet Control, and the season's page.": (
            "REGNSKABET GÅR IKKE OP. Se arket Kontrol og sæsonens side."
        ),
        "Secretary": "Sekretær",
        "Treasurer": "Kasserer",
        "{evenings}, {deals}. The sum is {sum}.": "{evenings}, {deals}. Summen er {sum}.",
        "Closed {day} by {name}.": "Afsluttet {day} af {name}.",
        "Level on points.": "Lige på point.",
        "Level by the club's own rule.": "Lige efter klubbens egen regel.",
        "{points} ahead of {second}.": "{points} foran {second}.",
        "In front from the first evening to the last.": "I spidsen fra første aften til sidste.",
        "In front on the last evening only.": "Kom først i spidsen på den sidste aften.",
        "Alone in front since {day}.": "Alene i spidsen siden {day}.",
        "{name} came up from number {before} on the very last evening.": (
            "{name} kom op fra nr. {before} på den allersidste."
        ),
        "{names} won": "{names} vandt",
        "{name} leads the season with {points}": "{name} fører sæsonen med {points}",
        "{names} share the first place": "{names} deler førstepladsen",
        "{what}, {points} ahead of {second}, alone in front since {day}.": (
            "{what}, {points} foran {second}, alene i spidsen siden {day}."
        ),
        "{name} had the best evening: {points} on {day}.": "Den bedste aften havde {name}: {points} den {day}.",
        "The dearest deal, on evening {number}: {told}.": "Det dyreste spil, på aften {number}: {told}.",
        "The places go by the club's own rule.": "Pladserne følger klubbens egen regel.",
        "Booked in doubt: deals of evening {evenings}. The points of {players} depend on them.": (
            "Bogført i tvivl: spil fra aften {evenings}. Pointene for {players} afhænger af dem."
        ),
        "{day} {month}": "{day}. {month}",
        "January": "januar",
        "February": "februar",
        "March": "marts",
        "April": "april",
        "May": "maj",
        "June": "juni",
        "July": "juli",
        "August": "august",
        "September": "september",
        "October": "oktober",
        "November": "november",
        "December": "december",
        "Where": "Hvor",
        "Approved": "Godkendt",
        "not yet": "ikke endnu",
        "The standings after each evening": "Stillingen efter hver aften",
        "After": "Efter",
        "Deal by deal": "Spil for spil",
        "with {names}": "med {names}",
        "just home": "lige hjemme",
        "{count} over": "{count} over",
        "{count} down": "{count} bet",
        "Who has won from whom": "Hvem har vundet fra hvem",
        "Read across: what the player of the row has won from the player of the column. "
        "The row adds up to the player's points of deals.": (
            "Læs på tværs: så meget har spilleren i rækken vundet fra spilleren i kolonnen. "
            "Rækkens sum er spillerens point i spillene."
        ),
        "Partners, the ten best pairs": "Makkerpar, de ti bedste",
        "Pair": "Par",
        "{name}, version {version}, in force from {day} {year}": "{name}, udgave {version}, fra {day} {year}",
        "What somebody wins in a deal others lose, so every sum is 0, and a player's points add up everywhere.": (
            "I hvert spil vinder nogen det, andre taber. Derfor er alle summer 0, og en spillers point er ens overalt."
        ),
        "The whole season": "Hele sæsonen",
        "Must be": "Skal være",
        "Is": "Er",
        "Agrees?": "Passer?",
        "NO": "NEJ",
        "Number of postings": "Antal posteringer",
        "Sum of all postings": "Sum af alle posteringer",
        "Sums of the evenings": "Aftenernes summer",
        "Sums of the deals": "Spillenes summer",
        "Each player": "Hver spiller",
        "How to check the book": "Sådan efterprøves regnskabet",
        "1. Every field under “Agrees?” says yes. The spreadsheet works them out itself from the sheets: "
        "change a figure there, and one of them says NO.": (
            "1. Alle felter under »Passer?« siger ja. Regnearket regner dem selv ud fra arkene: ret et tal dér, og et "
            "af dem bliver NEJ."
        ),
        "2. The fingerprint is the one on the season's page. If anybody changes a single figure later, "
        "it is another.": (
            "2. Fingeraftrykket er det samme som på sæsonens side. Ændrer nogen senere bare ét tal, bliver det "
            "et andet."
        ),
        "3. If the fields are empty, the program has not calculated yet: choose “Enable editing”. "
        "On a phone they may stay empty; all other figures are there.": (
            "3. Er felterne tomme, har programmet ikke regnet endnu: vælg »Aktivér redigering«. På en telefon bliver "
            "de måske ved med at være tomme; alle andre tal står der."
        ),
        "Corrected on the way": "Rettet undervejs",
        "Nothing was corrected on the way": "Intet er rettet undervejs",
        "Evening {evening}, deal {number}: {status} ({before} → {after}). {reason} ({writer})": (
            "Aften {evening}, spil {number}: {status} ({before} → {after}). {reason} ({writer})"
        ),
        "The book's postings, for the checks and for pivot tables. This sheet is not printed.": (
            "Regnskabets posteringer til kontrol og pivottabeller. Arket udskrives ikke."
        ),
        "booked in doubt": "bogført i tvivl",
        "The house": "Huset",
        "Total": "I alt",
        "The book has no entries yet": "Regnskabet har ingen posteringer endnu",
        "Titles and prizes": "Titler og præmier",
        "First place": "Nummer 1",
        "Second place": "Nummer 2",
        "Third place": "Nummer 3",
        "Comfort prize": "Trøstepræmie",
        "Best evening": "Bedste aften",
        "Most sols": "Flest sol",
        "No prices have been used yet": "Ingen takster er brugt endnu",
        "Page &P of &N": "Side &P af &N",
        # an evening in words, and milestones
        "{name} passed {leader} and took the lead of the season": (
            "{name} gik forbi {leader} og overtog sæsonens førsteplads"
        ),
        "In {number} evenings {name} has never done better": "På {number} aftener har {name} aldrig gjort det bedre",
        "{name} rose from number {before} to number {now} in the standings": (
            "{name} gik fra nr. {before} til nr. {now} i stillingen"
        ),
        "{name} was the first in the club to make a contract of {contract}": (
            "{name} var den første i klubben, der vandt på {contract}"
        ),
        "The club reached deal number {number}": "Klubben nåede spil nr. {number}",
        "It was the club’s evening number {number}": "Det var klubbens aften nr. {number}",
        "{name} played evening number {number}": "{name} var med til sin aften nr. {number}",
        "{name} reached deal number {number}": "{name} nåede sit spil nr. {number}",
        "{name} won {points}, more than anybody in the club on one evening before": (
            "{name} vandt {points}, mere end nogen i klubben før på en aften"
        ),
        "{name} had the best of {number} evenings: {points}": (
            "{name} havde den bedste af sine {number} aftener: {points}"
        ),
        "{name} played in the club for the first time": "{name} spillede med i klubben for første gang",
        # an old book
        "{declarer} with {partner}": "{declarer} med {partner}",
        "{player} {tricks}": "{player} {tricks}",
        "The points add up to {sum}, not to 0.": "Pointene giver tilsammen {sum}, ikke 0.",
        "The sign is likely wrong: the points add up to {sum}, not to 0.": (
            "Fortegnet er nok forkert: pointene giver tilsammen {sum}, ikke 0."
        ),
        "A digit is likely too many or too few: the points add up to {sum}, not to 0.": (
            "Der er nok et ciffer for meget eller for lidt: pointene giver tilsammen {sum}, ikke 0."
        ),
        "A number of points is missing here.": "Her mangler et antal point.",
        "The running total jumps from the one above.": "Den løbende stilling springer fra den ovenover.",
        "The evening has a deal {number} already, in row {row}.": (
            "Aftenen har allerede et spil {number}, i række {row}."
        ),
        "No version of the scoring table pays this.": "Ingen udgave af taksterne giver dette.",
        "Only “{version}” pays this, and it was not in force that day.": (
            "Kun »{version}« giver dette, og den gjaldt ikke den dag."
        ),
        "The points fit another declarer or partner than the one named.": (
            "Pointene passer med en anden melder eller makker end den nævnte."
        ),
        "The points fit other tricks than those written.": "Pointene passer med andre stik end de skrevne.",
        "Nobody in the sheet is called {name}.": "Ingen på arket hedder {name}.",
        "An evening begins here without its day.": "Her begynder en aften uden dato.",
        (
            "{count} of {rows} rows are in doubt. Most often a column is then read as something that it is not: look "
            "at the columns first."
        ): (
            "{count} af {rows} rækker er i tvivl. Som regel er en kolonne så læst som noget, den ikke er: se på "
            "kolonnerne først."
        ),
        "{day} is out of order among the evenings around it.": (
            "{day} passer ikke i rækkefølgen mellem aftenerne omkring."
        ),
        "“{text}” is no number of points.": "»{text}« er ikke et antal point.",
        "The club's prices do not come out at {points}: they go by {smallest}.": (
            "Klubbens takster kan ikke give {points}: de går i trin af {smallest}."
        ),
        "This is not a whole deal yet: {why}.": "Her mangler noget, før det er et helt spil: {why}.",
        "The points are others than the prices pay for this deal.": (
            "Pointene er andre, end taksterne giver for dette spil."
        ),
        "The club's book has this deal of that day already.": "Klubbens regnskab har allerede dette spil fra den dag.",
        "The club's book has another deal from this row: correct it there, on the deal's page.": (
            "Klubbens regnskab har et andet spil fra denne række: ret det der, på spillets side."
        ),
        "{name} {points}": "{name} {points}",
        "“{text}” is no day.": "»{text}« er ikke en dato.",
        "“{text}” cannot be read as a contract here, and is kept as text.": (
            "»{text}« kan ikke læses som en melding her og gemmes som tekst."
        ),
        "The points of an evening do not add up to 0": "En aftens point går ikke op",
        "The points of the evening add up to {sum}: {missing} is lacking.": (
            "Aftenens point giver {sum} tilsammen: der mangler {missing}."
        ),
        "The points do not add up to 0": "Pointene giver ikke 0 tilsammen",
        "A sign is likely wrong": "Et fortegn er nok forkert",
        "A digit is likely wrong": "Et ciffer er nok forkert",
        "A number is missing": "Et tal mangler",
        "The running total jumps": "Den løbende stilling springer",
        "The number stands twice": "Nummeret står to gange",
        "No version pays this": "Ingen af jeres takster passer",
        "Another version pays this": "Takster fra en anden tid passer",
        "The points fit another side": "Pointene passer med en anden melder eller makker",
        "The points fit other tricks": "Pointene passer med andre stik",
        "An unknown name": "Et ukendt navn",
        "A day out of order": "Dagen passer ikke i rækkefølgen",
        "A deal that is not whole": "Et spil, der mangler noget",
        "Other points than the prices pay": "Andre point, end taksterne giver",
        "In the club's book already": "Står allerede i klubbens regnskab",
        "In the club's book with another deal": "Står i klubbens regnskab med et andet spil",
        "What is no number": "Noget, der ikke er et tal",
        "{sentence} Likely right: {likely}.": "{sentence} Nok rigtigt: {likely}.",
        "{sheet}, cell {cell}: {sentence}": "{sheet}, celle {cell}: {sentence}",
        "or": "eller",
        "Opening balances": "Primo",
        "The evening's points": "Aftenens point",
        "The house {points}": "Huset {points}",
        "The house {points}, from the opening balances": "Huset {points}, fra begyndelsessaldi",
        "The house {points}, also from the opening balances": "Huset {points}, også fra begyndelsessaldi",
        # the workbook to type deals in
        "Evening {number}": "Aften {number}",
        "Lists": "Lister",
        "Somebody new, or another table: next sheet, same day.": (
            "Ny ved bordet, eller et bord til: næste ark, samme dato."
        ),
        "Sits out too": "Sidder også over",
        "Say who else sits out, or leave that empty": "Vælg, hvem der ellers sidder over, eller lad det stå tomt",
        "Write the day of the evening, such as 12-03-2026.": "Skriv aftenens dato, fx 12-03-2026.",
        "Only if the tables were mixed in the course of the evening: the number of the table.": (
            "Kun hvis bordene blev blandet i løbet af aftenen: bordets nummer."
        ),
        "Write the day, choose the players in the green cells, and write a deal in each row.": (
            "Skriv datoen, vælg spillerne i de grønne felter, og skriv et spil i hver række."
        ),
        "Knock": "Bank",
        "Tricks of others on a nolo": "Stik til dem, der går med på en nolo",
        "Without a partner write {own_partner} or {cat}.": "Uden makker: skriv {own_partner} eller {cat}.",
        "Cat": "Katten",
        "Choose at least {least} players above": "Vælg mindst {least} spillere øverst",
        "Say who deals and so sits out": "Skriv, hvem der giver og dermed sidder over",
        "Choose a contract from the list": "Vælg en melding fra listen",
        "Choose an attachment from the list": "Vælg et påhæng fra listen",
        "Choose from the list: {what}": "Vælg fra listen: {what}",
        "The declarer does not play here": "Melderen spiller ikke her",
        "The declarer cannot be the partner too": "Melderen kan ikke også være makker",
        "This contract needs a partner": "Meldingen kræver en makker",
        "This contract is played without a partner": "Meldingen spilles uden makker",
        "Write the tricks: 0 to {most}": "Skriv stikkene: 0 til {most}",
        "Only on a nolo do others have tricks": "Kun i en nolo har andre stik",
        "There are only {most} tricks in a deal": "Der er kun {most} stik i et spil",
        "Write everybody's tricks: {most} together": "Skriv alles stik: {most} tilsammen",
        "The price list has no price for this": "Takstbladet har ingen pris for dette",
        "Choose a player of the club. A guest may be written too.": (
            "Vælg en af klubbens spillere. En gæst kan også skrives."
        ),
        "This is none of the club's players. Is it a guest, or a slip?": (
            "Det er ingen af klubbens spillere. Er det en gæst eller en tastefejl?"
        ),
        "Choose one of the players at the table.": "Vælg en af spillerne ved bordet.",
        "A whole number from 0 to {most}.": "Et helt tal fra 0 til {most}.",
    },
)
