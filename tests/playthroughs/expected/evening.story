An evening of three
===================

Mina opens the table “Friday evening”. Join code: CODE23
Jonas joins “Friday evening” with the code CODE23.
Petra joins “Friday evening” with the code CODE23.

Set-up
------

  [ ] Open the board in the middle of the table
  [ ] Shuffle the Encounter cards and put them beside the board, backs up
  [ ] Lay out Sith Wayfinders and Market cards in open piles, a pile for each kind
  [ ] Deal two Character cards to everybody, or agree on a free choice (Mina, Jonas, Petra)
  [ ] Keep one Character; the others go back to the box (Mina, Jonas, Petra)
  [ ] Lay the Character card before you with its regular side up (Mina, Jonas, Petra)
  [ ] Deal the Force Skills your Character card names, then shuffle the rest into one deck (Mina, Jonas, Petra)
  [ ] Put your Mover on the start space of your Character (Mina, Jonas, Petra)
  [ ] Set the dials - red to Strength, blue to Will, green to Health (Mina, Jonas, Petra)
  [ ] Take the Destiny tokens your Character card names (Mina, Jonas, Petra)
  [ ] Take two Galactic Credits, unless your Character card says otherwise (Mina, Jonas, Petra)
  [ ] Take the Objects and Confidants your Character starts with (Mina, Jonas, Petra)
  [ ] Whoever saw something of Star Wars last begins; then clockwise

  The board is laid out, decks are shuffled and open piles sorted.
  Mina is dealt Mace Windu and Ezra Bridger.
  Jonas is dealt Count Dooku and Darth Maul.
  Petra is dealt Rey and Obi-Wan Kenobi.
  (No document prints what stands on a Character card, so whoever has it in hand reads it out, once.)
      What does the card of Mace Windu say? > Light, Strength 3, Will 4, Health 4, 3 Destiny tokens, 1 Force Skill, start on Coruscant
  Mina plays Mace Windu.
      What does the card of Darth Maul say? > Dark, Strength 4, Will 3, Health 4, 2 Destiny tokens, 1 Force Skill, start on Dathomir
  Jonas plays Darth Maul.
      What does the card of Rey say? > Light, Strength 3, Will 3, Health 5, 3 Destiny tokens, start on Chandrila
  Petra plays Rey.
      Which card has Mace Windu drawn (Force Skill cards)? > Mind Trick
  Mace Windu draws 1 Force Skill.
      Which card has Darth Maul drawn (Force Skill cards)? > Force Lightning
  Darth Maul draws 1 Force Skill.
  Rey starts without Force Skills.
  Mace Windu is set up and starts on Coruscant.
  Darth Maul is set up and starts on Dathomir.
  Rey is set up and starts on Chandrila.

  [x] Open the board in the middle of the table
  [x] Shuffle the Encounter cards and put them beside the board, backs up
  [x] Lay out Sith Wayfinders and Market cards in open piles, a pile for each kind
  [x] Deal two Character cards to everybody, or agree on a free choice
  [x] Keep one Character; the others go back to the box
  [x] Lay the Character card before you with its regular side up
  [x] Deal the Force Skills your Character card names, then shuffle the rest into one deck
  [x] Put your Mover on the start space of your Character
  [x] Set the dials - red to Strength, blue to Will, green to Health
  [x] Take the Destiny tokens your Character card names
  [x] Take two Galactic Credits, unless your Character card says otherwise
  [x] Take the Objects and Confidants your Character starts with
  [ ] Whoever saw something of Star Wars last begins; then clockwise

  The game begins.

First round
-----------

It is the turn of Mace Windu.
  (Kiros. One die is rolled again for a Destiny token, then a credit lifts the total by one.)
  Mace Windu rolls 4 to move.
      The roll is 4. Does Mace Windu pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Mace Windu go, 4 spaces on? > Counterclockwise to Kiros
  Mace Windu moves to Kiros.
  Mace Windu encounters Kiros.
  Mace Windu rolls 3 and 4, 7 in all.
      The roll is 3 and 4. Does Mace Windu pay 1 Destiny token to have one die rolled again? > Reroll the 3
  Mace Windu pays 1 Destiny token.
  Mace Windu rolls one die again: now 6 and 4, 10 in all.
      Mace Windu has rolled 10. By how much is it moved, at 1 Galactic Credit a point? From −2 to 2. > 1
  Mace Windu pays 1 Galactic Credit.
  Mace Windu moves the total by +1 to 11.
  The row for 11 counts.
  Mace Windu gains 1 Strength.
  Jonas is refused: It is the turn of Mace Windu.

It is the turn of Darth Maul.
  (A won battle. Petra, on his left, rolls for the Adversary.)
  Darth Maul rolls 2 to move.
      The roll is 2. Does Darth Maul pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Darth Maul go, 2 spaces on? > Counterclockwise to Open Space before Chandrila
  Darth Maul moves to Open Space before Chandrila.
  Darth Maul encounters Open Space before Chandrila.
      Which card has Darth Maul drawn (Encounter cards)? > Battle Droid Squad (Adversary, Strength 3)
  Darth Maul draws Battle Droid Squad.
  Battle Droid Squad is next (Adversary).
  Darth Maul goes in with Strength 4.
      Darth Maul meets Battle Droid Squad with Strength 4. Anything before the dice? > Fight
  Darth Maul rolls 5 in the battle.
  Rey rolls 3 for the Adversary.
  Darth Maul comes to 9, Battle Droid Squad to 6.
      The roll is 5. Does Darth Maul pay 1 Destiny token to have it rolled again? > Keep the roll
  Darth Maul wins against Battle Droid Squad.
  Darth Maul keeps Battle Droid Squad as a Medal.
  Jonas is refused: These Medals bring 3 of Strength and 0 of Will; 5 of either buy one.

It is the turn of Rey.
  (The market on Jakku.)
  Rey rolls 3 to move.
      The roll is 3. Does Rey pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Rey go, 3 spaces on? > Counterclockwise to Jakku
  Rey moves to Jakku.
  Rey encounters Jakku.
      What does Rey buy with 2 Galactic Credits? > Buy a Blaster (1 Galactic Credit)
  Rey pays 1 Galactic Credit.
  Rey takes Blaster.
      What does Rey buy with 1 Galactic Credit? > Buy a Pauldron (3 Galactic Credits)
  Petra is refused: Rey has 1 Galactic Credit; this costs 3.
      What does Rey buy with 1 Galactic Credit? > Buy a Robe (1 Galactic Credit)
  Rey pays 1 Galactic Credit.
  Rey takes Robe.
  Rey can buy nothing here now.

Second round
------------

It is the turn of Mace Windu.
  (An X-Wing is on Mina's side and only waits.)
  Mace Windu rolls 1 to move.
      The roll is 1. Does Mace Windu pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Mace Windu go, 1 space on? > Counterclockwise to Dathomir
  Mace Windu moves to Dathomir.
  Mace Windu encounters Dathomir.
      Which card has Mace Windu drawn (Encounter cards)? > X-Wing
  Mace Windu draws X-Wing.
  X-Wing is next (Adversary).
  X-Wing is on the same side as Mace Windu and does not attack.
      What does X-Wing do? > nothing
  Mace Windu says what X-Wing does.
  Nothing happens.

It is the turn of Darth Maul.
  Darth Maul rolls 4 to move.
      The roll is 4. Does Darth Maul pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Darth Maul go, 4 spaces on? > Counterclockwise to Open Space past Mustafar
  Darth Maul moves to Open Space past Mustafar.
  Darth Maul encounters Open Space past Mustafar.
      Which card has Darth Maul drawn (Encounter cards)? > Bounty Hunter (Adversary, Strength 4)
  Darth Maul draws Bounty Hunter.
  Bounty Hunter is next (Adversary).
  Darth Maul goes in with Strength 4.
      Darth Maul meets Bounty Hunter with Strength 4. Anything before the dice? > Use Force Lightning (+3)
  Darth Maul uses Force Lightning: +3.
  Darth Maul discards Force Lightning.
      Darth Maul meets Bounty Hunter with Strength 7. Anything before the dice? > Fight
  Darth Maul rolls 2 in the battle.
  Rey rolls 4 for the Adversary.
  Darth Maul comes to 9, Bounty Hunter to 8.
      The roll is 2. Does Darth Maul pay 1 Destiny token to have it rolled again? > Keep the roll
  Darth Maul wins against Bounty Hunter.
  Darth Maul keeps Bounty Hunter as a Medal.
  (Three and four points of Medals make seven; five of them buy one Strength, two are lost.)
  Darth Maul hands in Medals with 7 points of Strength; each 5 of them buy one.
  Darth Maul gains 1 Strength.
  2 points are left over and lost.
  Battle Droid Squad is discarded.
  Bounty Hunter is discarded.

It is the turn of Rey.
  Rey rolls 3 to move.
      The roll is 3. Does Rey pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Rey go, 3 spaces on? > Clockwise to Chandrila
  Rey moves to Chandrila.
  Rey encounters Chandrila.
      Which card has Rey drawn (Encounter cards)? > Old Pilot (Confidant, Light)
  Rey draws Old Pilot.
  Old Pilot is next (Confidant).
      Does Rey take Old Pilot? > Take Old Pilot
  Rey takes Old Pilot.

Third round
-----------

It is the turn of Mace Windu.
  (Mina has typed a five and the die shows a six. She looks at what an undo would take back, then does it.)
  Mace Windu rolls 5 to move.
      The roll is 5. Does Mace Windu pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Mace Windu go, 5 spaces on? > Clockwise to Coruscant
  Mace Windu moves to Coruscant.
  Would be taken back: entry 34, “Mace Windu rolls 5 to move. Mace Windu moves to Coruscant.”
  Taken back: entry 34, “Mace Windu rolls 5 to move. Mace Windu moves to Coruscant.”
  Mace Windu rolls 6 to move.
      The roll is 6. Does Mace Windu pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Mace Windu go, 6 spaces on? > Clockwise to Open Space past Coruscant
  Mace Windu moves to Open Space past Coruscant.
  Mace Windu encounters Open Space past Coruscant.
      Which card has Mace Windu drawn (Encounter cards)? > Sandstorm (Event)
  Mace Windu draws Sandstorm.
  Sandstorm is next (Event).
  Sandstorm takes place.
      What does Sandstorm do? > lose 1 Health; lose 1 Galactic Credit
  Mace Windu says what Sandstorm does.
  Mace Windu loses 1 Health.
  Mace Windu loses 1 Galactic Credit.
  Sandstorm is discarded.

It is the turn of Darth Maul.
  (Mustafar. A one leaves Jonas Disoriented.)
  Darth Maul rolls 1 to move.
      The roll is 1. Does Darth Maul pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Darth Maul go, 1 space on? > Counterclockwise to Mustafar
  Darth Maul moves to Mustafar.
  Darth Maul encounters Mustafar.
  Darth Maul rolls 1.
      The roll is 1. Does Darth Maul pay 1 Destiny token to have it rolled again? > Keep the roll
  The row for 1 counts.
  Darth Maul is Disoriented for 1 turn.

It is the turn of Rey.
  (A lost battle, in spite of the Blaster.)
  Rey rolls 5 to move.
      The roll is 5. Does Rey pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Rey go, 5 spaces on? > Clockwise to Scarif
  Rey moves to Scarif.
  Rey encounters Scarif.
      Which card has Rey drawn (Encounter cards)? > Probe Droid (Adversary, Strength 4)
  Rey draws Probe Droid.
  Probe Droid is next (Adversary).
  Rey goes in with Strength 3.
      Rey meets Probe Droid with Strength 3. Anything before the dice? > Use Blaster (+1)
  Rey uses Blaster: +1.
      Rey meets Probe Droid with Strength 4. Anything before the dice? > Fight
  Rey rolls 2 in the battle.
  Mace Windu rolls 3 for the Adversary.
  The space adds 2 to the roll for the Adversary.
  Rey comes to 6, Probe Droid to 9.
      The roll is 2. Does Rey pay 1 Destiny token to have it rolled again? > Reroll the 2
  Rey pays 1 Destiny token.
  Rey rolls again: 4.
  Rey comes to 8, Probe Droid to 9.
  Rey loses against Probe Droid.
  Rey loses 1 Health.
  The battle ends the turn of Rey: nothing more is resolved or taken here.

  Mina: Mace Windu on Open Space past Coruscant, Strength 4, Will 4, Health 3, 2 Destiny tokens, 0 Galactic Credits, 1 Force Skill
  Jonas: Darth Maul on Mustafar, Disoriented, Strength 5, Will 3, Health 4, 2 Destiny tokens, 2 Galactic Credits
  Petra: Rey on Scarif, Strength 3, Will 3, Health 4, 2 Destiny tokens, 0 Galactic Credits, Blaster, Robe, Old Pilot

Fourth round
------------

It is the turn of Mace Windu.
  (Nothing is left lying on Coruscant, so a Health lost comes back.)
  Mace Windu rolls 1 to move.
      The roll is 1. Does Mace Windu pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Mace Windu go, 1 space on? > Counterclockwise to Coruscant
  Mace Windu moves to Coruscant.
  Mace Windu encounters Coruscant.
      Which card has Mace Windu drawn (Encounter cards)? > Market Day (Event)
  Mace Windu draws Market Day.
  Market Day is next (Event).
  Market Day takes place.
      What does Market Day do? > gain 2 Galactic Credits
  Mace Windu says what Market Day does.
  Mace Windu gains 2 Galactic Credits.
  Market Day is discarded.
      Mace Windu chooses one. > Gain 1 Health
  Mace Windu gains 1 Health.

It is the turn of Darth Maul.
  (The turn of a Disoriented Character.)
  Darth Maul rolls 2 to move.
      The roll is 2. Does Darth Maul pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Darth Maul go, 2 spaces on? > Clockwise to Open Space before Jakku
  Darth Maul moves to Open Space before Jakku.
  Jonas looks what would come of it:
  Darth Maul encounters Open Space before Jakku.
  Darth Maul draws Holocron.
  Holocron is next (Object).
  Holocron stays here: Who was Disoriented at any time in a turn picks up nothing in it.
  (That is the rule. But the card had lain before Jonas for a while until anybody thought of it, so the table lets it stand, and says so.)
  Logged as it happened, whatever the rules say: Jonas had it before anybody thought of the rule.
  Darth Maul encounters Open Space before Jakku.
      Which card has Darth Maul drawn (Encounter cards)? > Holocron (Object)
  Darth Maul draws Holocron.
  Holocron is next (Object).
      Does Darth Maul take Holocron? > Take Holocron
  Darth Maul takes Holocron.
  Darth Maul is no longer Disoriented.

It is the turn of Rey.
  (A Destiny token buys a Force Skill here, and whoever finds a Guide asks it for help.)
  Rey rolls 4 to move.
      The roll is 4. Does Rey pay 1 Destiny token to have it rolled again? > Keep the roll
      Which way does Rey go, 4 spaces on? > Clockwise to Open Space
  Rey moves to Open Space.
  Rey encounters Open Space.
      On Open Space Rey may pay 1 Destiny token to draw a Force Skill. > Pay 1 Destiny token to draw a Force Skill
  Rey pays 1 Destiny token.
      Which card has Rey drawn (Force Skill cards)? > a card that stays hidden
  Rey draws 1 Force Skill.
      Which card has Rey drawn (Encounter cards)? > Hermit (Guide)
  Rey draws Hermit.
  Hermit is next (Guide).
  Rey visits Hermit.
      What does Hermit do? > gain 1 Will
  Rey says what Hermit does.
  Rey gains 1 Will.
  Hermit stays on Open Space.

  Mina: Mace Windu on Coruscant, Strength 4, Will 4, Health 4, 2 Destiny tokens, 2 Galactic Credits, 1 Force Skill
  Jonas: Darth Maul on Open Space before Jakku, Strength 5, Will 3, Health 4, 2 Destiny tokens, 2 Galactic Credits, Holocron
  Petra: Rey on Open Space, Strength 3, Will 4, Health 4, 1 Destiny token, 0 Galactic Credits, Blaster, Robe, Old Pilot, 1 Force Skill

It is the turn of Mace Windu.

54 entries are in the log. Its digest:
0000000000000000000000000000000000000000000000000000000000000000
